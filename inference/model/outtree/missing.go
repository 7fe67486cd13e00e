package outtree

import "gonum.org/v1/gonum/mat"

// begin clears the sums over trees for the missing cells.
func (g *gap) begin() {
	g.laplacian.Zero()
	clear(g.pull)
}

// gather adds the terms of the parents of row u, by their probabilities, to the sums of a column's missing cells.
func (g *gap) gather(t *table, u int, parents []float64) {
	own := int(g.place[u])
	if own >= 0 {
		for v, w := range parents {
			if w == 0 || v == u {
				continue
			}
			g.laplacian.SetSym(own, own, g.laplacian.At(own, own)+w)
			if l := int(g.place[v]); l >= 0 {
				g.laplacian.SetSym(own, l, g.laplacian.At(own, l)-w)
			} else {
				g.pull[own] += w * t.x[v*t.d+g.column]
			}
		}
	}
	for l, v := range g.rows {
		w := parents[v]
		if w == 0 || v == u {
			continue
		}
		g.laplacian.SetSym(l, l, g.laplacian.At(l, l)+w)
		if own < 0 {
			g.pull[l] += w * t.x[u*t.d+g.column]
		}
	}
}

// fill renews the Gaussian of the missing cells m of one column given the trees:
//
//	P = ⟨τ⟩ L + diag(q/S₀),   Cov = (P_mm)⁻¹,   mean = Cov (q_m m₀/S₀ − P_mo x_o)
//
// L is the Laplacian of W + Wᵀ, and q the probability of each row to be a root. m³/3 multiply-adds.
func (t *table) fill(g *gap, s trees, tau float64, p prior) {
	m := len(g.rows)
	precision, right := mat.NewSymDense(m, nil), mat.NewVecDense(m, nil)
	precision.ScaleSym(tau, g.laplacian)
	for k, i := range g.rows {
		q := s.root(i) / p.variance[g.column]
		precision.SetSym(k, k, precision.At(k, k)+q)
		right.SetVec(k, tau*g.pull[k]+q*p.mean[g.column])
	}
	var c mat.Cholesky
	if !c.Factorize(precision) {
		return // rounding: the moments before are kept, and the bound with them
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
