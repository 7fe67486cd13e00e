// Package polychoric estimates the covariance of the latent numbers behind the cells of a table: rows are independent,
// u ~ N(b, Σ), and a cell is a factor of its latent numbers, see package observation. Of two columns of yes/no it is
// the tetrachoric correlation, of two of grades the polychoric one, of a number and a grade the polyserial one
// (Pearson 1900; Olsson 1979, Psychometrika 44), and so on for all kinds, and it is that of all columns at once. It
// climbs the evidence by expectation maximisation, with the posterior of a row by expectation propagation: each cell
// that is no number has a Gaussian site, which is updated once an iteration (Minka 2001). Where the cells of a column
// say nothing of the scale of its latent numbers, these have variance 1. The prior has the weight of a hundredth of a
// row without correlations. A column whose cells are all one number has variance 0.
package polychoric

import (
	"math"

	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

const (
	exact   = 1e-5 // variance of the error with which numbers are known, in units of that of their column
	damp    = 0.7  // share of a new site
	settled = 1e-4 // change of a correlation below which the estimate has settled
	few     = 10   // iterations in which sites form
	most    = 300  // iterations
	prior   = 0.01 // rows that the prior weighs
)

// An Estimate is one in progress.
type Estimate struct {
	table  *observation.Table
	n, d   int
	unit   []bool // variance 1
	free   []bool // the mean is learnt
	still  []bool // all cells are one number: they are left out, and the variance is 0
	b      []float64
	sigma  *mat.SymDense
	h, tau []float64 // n×d: natural parameters of the sites
	means  *mat.Dense

	row    int // of the present iteration
	rounds int
	sum    []float64
	square *mat.SymDense
}

// New returns an estimate that has not begun.
func New(t *observation.Table) *Estimate {
	start := t.Start()
	n, d := start.Dims()
	e := &Estimate{table: t, n: n, d: d, unit: make([]bool, d), free: make([]bool, d), still: make([]bool, d),
		b: make([]float64, d), sigma: mat.NewSymDense(d, nil), h: make([]float64, n*d), tau: make([]float64, n*d),
		means: mat.NewDense(n, d, nil)}
	for j, c := range t.Columns {
		low, high := t.Of(j)
		for q := low; q < high; q++ {
			e.sigma.SetSym(q, q, 1)
			e.unit[q] = c != nil && c.Threshold()
			e.free[q] = c == nil || c.Intercept() > 0 || !e.unit[q]
			if e.unit[q] {
				continue
			}
			var known []float64
			for i := range n {
				if y := e.known(i, j); !math.IsNaN(y) {
					known = append(known, y)
				}
			}
			e.still[q] = c == nil
			for _, y := range known {
				e.still[q] = e.still[q] && y == known[0]
			}
			if len(known) == 0 {
				continue
			}
			var v float64
			if e.b[q], v = stat.PopMeanVariance(known, nil); v > 0 {
				e.sigma.SetSym(q, q, v)
			}
		}
	}
	e.begin()
	return e
}

// known returns the number that a cell is, NaN where it is none.
func (e *Estimate) known(row, column int) float64 {
	if p, is := e.table.Factor(row, column).(*observation.Point); is && p.Variance == 0 {
		return p.Value
	}
	return e.table.Number(row, column)
}

func (e *Estimate) begin() {
	e.row, e.sum, e.square = 0, make([]float64, e.d), mat.NewSymDense(e.d, nil)
}

// Cost is about the multiply-adds of a row.
func (e *Estimate) Cost() int { return 2*e.d*e.d*e.d + 500*e.d }

// Advance visits some rows and reports whether the estimate has settled.
func (e *Estimate) Advance(rows int) (done bool) {
	for range rows {
		e.visit(e.row)
		if e.row++; e.row == e.n {
			return e.maximise()
		}
	}
	return false
}

// Fraction is how much of the iterations is done at least.
func (e *Estimate) Fraction() float64 { return float64(e.rounds) / most }

// visit finds the posterior of the latent numbers of a row, counts it, and updates its sites.
func (e *Estimate) visit(i int) {
	d, t := e.d, e.table
	h, tau := e.h[i*d:(i+1)*d], e.tau[i*d:(i+1)*d]
	for j := range t.Columns {
		q, _ := t.Of(j)
		if y := e.known(i, j); !math.IsNaN(y) && !e.still[q] {
			tau[q] = 1 / (exact * e.sigma.At(q, q))
			h[q] = tau[q] * (y - e.b[q])
		}
	}
	m, v := e.posterior(h, tau)
	for q := range m {
		e.means.Set(i, q, m[q]+e.b[q])
		e.sum[q] += m[q]
		for r := range q + 1 {
			e.square.SetSym(q, r, e.square.At(q, r)+v.At(q, r)+m[q]*m[r])
		}
	}
	for j, c := range t.Columns {
		factor := t.Factor(i, j)
		if c == nil || factor == nil || !math.IsNaN(e.known(i, j)) {
			continue
		}
		low, high := t.Of(j)
		e.site(factor, low, high, h, tau, m, v)
	}
}

// site updates that of a cell, whose latent numbers have one cavity variance.
func (e *Estimate) site(f observation.Factor, low, high int, h, tau, m []float64, v *mat.SymDense) {
	n := high - low
	at, w, mean, variance := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	precision := 0.0
	for q := low; q < high; q++ {
		precision += (1/v.At(q, q) - tau[q]) / float64(n)
	}
	if !(precision > 1e-9) {
		return
	}
	for k := range at {
		q := low + k
		w[k] = 1 / precision
		at[k] = (m[q]/v.At(q, q)-h[q])/(1/v.At(q, q)-tau[q]) + e.b[q]
	}
	f.Moments(at, w, mean, variance)
	for k := range at {
		q := low + k
		next := max(0, 1/variance[k]-precision)
		line := (mean[k]-e.b[q])/variance[k] - (at[k]-e.b[q])*precision
		tau[q] += damp * (next - tau[q])
		h[q] += damp * (line - h[q])
	}
}

// posterior returns the mean, less b, and the covariance of N(0, Σ) times the sites.
func (e *Estimate) posterior(h, tau []float64) ([]float64, *mat.SymDense) {
	d := e.d
	a := mat.NewSymDense(d, nil)
	root := make([]float64, d)
	for q, t := range tau {
		root[q] = math.Sqrt(t)
	}
	for q := range d {
		for r := range q + 1 {
			a.SetSym(q, r, root[q]*e.sigma.At(q, r)*root[r])
		}
		a.SetSym(q, q, a.At(q, q)+1)
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		panic("polychoric: a precision is not positive definite")
	}
	half := mat.NewDense(d, d, nil) // T½Σ
	for q := range d {
		for r := range d {
			half.Set(q, r, root[q]*e.sigma.At(q, r))
		}
	}
	var l mat.TriDense
	chol.LTo(&l)
	var w mat.Dense
	if err := w.Solve(&l, half); err != nil {
		panic("polychoric: " + err.Error())
	}
	v := mat.NewSymDense(d, nil)
	v.SymOuterK(1, w.T())
	m := make([]float64, d)
	for q := range d {
		for r := range q + 1 {
			v.SetSym(q, r, e.sigma.At(q, r)-v.At(q, r))
		}
	}
	for q := range d {
		for r := range d {
			m[q] += v.At(q, r) * h[r]
		}
	}
	return m, v
}

// maximise sets b and Σ, and reports whether they have settled.
func (e *Estimate) maximise() (done bool) {
	n := float64(e.n)
	shift := make([]float64, e.d)
	for q := range shift {
		if e.free[q] {
			shift[q] = e.sum[q] / n
		}
	}
	next := mat.NewSymDense(e.d, nil)
	for q := range e.d {
		for r := range q + 1 {
			v := e.square.At(q, r) - shift[q]*e.sum[r] - shift[r]*e.sum[q] + n*shift[q]*shift[r]
			if q == r {
				v += prior * e.sigma.At(q, q)
			}
			next.SetSym(q, r, v/(n+prior))
		}
	}
	scale := make([]float64, e.d)
	for j := range e.table.Columns {
		low, high := e.table.Of(j)
		mean := 0.0
		for q := low; q < high; q++ {
			mean += next.At(q, q) / float64(high-low)
		}
		for q := low; q < high; q++ {
			if scale[q] = 1; e.unit[q] {
				scale[q] = 1 / math.Sqrt(mean)
			}
		}
	}
	changed := 0.0
	for q := range e.d {
		e.b[q] = (e.b[q] + shift[q]) * scale[q]
		for r := range q + 1 {
			v := next.At(q, r) * scale[q] * scale[r]
			unit := math.Sqrt(e.sigma.At(q, q) * e.sigma.At(r, r))
			changed = max(changed, math.Abs(v-e.sigma.At(q, r))/unit)
			next.SetSym(q, r, v)
		}
	}
	e.sigma = next
	e.rounds++
	e.begin()
	return e.rounds > few && changed < settled || e.rounds == most
}

// Sigma returns the covariance.
func (e *Estimate) Sigma() *mat.SymDense {
	out := mat.NewSymDense(e.d, nil)
	for q := range e.d {
		for r := range q + 1 {
			if !e.still[q] && !e.still[r] {
				out.SetSym(q, r, e.sigma.At(q, r))
			}
		}
	}
	return out
}

// Means returns the means of the latent numbers of each row given its cells, rows × latent numbers.
func (e *Estimate) Means() *mat.Dense { return e.means }

// Centre returns b.
func (e *Estimate) Centre() []float64 { return e.b }
