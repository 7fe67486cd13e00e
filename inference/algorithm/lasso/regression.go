package lasso

import "math"

// Regressions are the lassos of each column on all others, with penalties of their own:
//
//	minimise ½ E(x_j − Σ_k β_k x_k)² + λ Σ_{k≠j} |β_k|
//
// for columns of covariance S, by coordinate descent from the coefficients at hand.
type Regressions struct{ own compact }

// NewRegressions prepares the columns of a P×P covariance, row by row, symmetric with a positive
// diagonal. It is not modified.
func NewRegressions(p int, s []float64) *Regressions {
	return &Regressions{compact{m: p, s: s, w: s, beta: make([]float64, p*p), penalty: make([]float64, p),
		gradient: make([]float64, p)}}
}

// Variance is that of column j: S_jj.
func (r *Regressions) Variance(j int) float64 { return r.own.s[j*r.own.m+j] }

// Largest is the least λ at which column j has no coefficient: max |S_jk|.
func (r *Regressions) Largest(j int) float64 {
	most := 0.0
	for k := range r.own.m {
		if k != j {
			most = max(most, math.Abs(r.own.s[j*r.own.m+k]))
		}
	}
	return most
}

// Solve finds the coefficients of column j at λ ≥ 0, P of them with 0 for j itself, and the mean squared
// residual. The slice is overwritten by the next Solve of j. About P for each coefficient that moves.
func (r *Regressions) Solve(j int, lambda float64) (beta []float64, residual float64) {
	c := &r.own
	for k := range c.penalty {
		c.penalty[k] = lambda
	}
	c.solve(j, c.penalty, tolerance*c.s[j*c.m+j])
	beta = c.beta[j*c.m : (j+1)*c.m]
	residual = c.s[j*c.m+j]
	for k, b := range beta {
		if b != 0 {
			residual += b * (c.gradient[k] - 2*c.s[j*c.m+k])
		}
	}
	return beta, max(residual, 0)
}
