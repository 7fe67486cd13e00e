package outtree

import (
	"example.org/espalier/inference/process/spanning"

	"gonum.org/v1/gonum/mat"
)

// fill renews the Gaussian of the missing cells m of one column given the trees:
//
//	P = ⟨τ⟩ L + diag(q/S₀),   Cov = (P_mm)⁻¹,   mean = Cov (q_m m₀/S₀ − P_mo x_o)
//
// L is the Laplacian of W + Wᵀ, and q the probability of each row to be a root. T·m multiply-adds
// and m³/3.
func (t *table) fill(g *gap, s *spanning.Sum, tau float64, p prior) {
	m := len(g.rows)
	missing := make([]int, t.t) // place among the missing, plus 1
	for k, i := range g.rows {
		missing[i] = k + 1
	}
	precision, right := mat.NewSymDense(m, nil), mat.NewVecDense(m, nil)
	for k, i := range g.rows {
		q := s.Root(i) / p.variance[g.column]
		diagonal, pull := q, q*p.mean[g.column]
		for v := range t.t {
			if v == i {
				continue
			}
			a := tau * (s.Edge(i, v) + s.Edge(v, i))
			diagonal += a
			if l := missing[v] - 1; l < 0 {
				pull += a * t.x[v*t.d+g.column]
			} else if l > k {
				precision.SetSym(k, l, -a)
			}
		}
		precision.SetSym(k, k, diagonal)
		right.SetVec(k, pull)
	}
	var c mat.Cholesky
	if !c.Factorize(precision) {
		return // rounding: what was believed before is kept, and the bound with it
	}
	mean := mat.NewVecDense(m, nil)
	covariance := mat.NewSymDense(m, nil)
	if err := c.SolveVecTo(mean, right); err != nil {
		return
	}
	if err := c.InverseTo(covariance); err != nil {
		return
	}
	g.covariance = covariance
	for k, i := range g.rows {
		t.x[i*t.d+g.column] = mean.AtVec(k)
	}
}
