package mixture

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// LogJoint returns, for each row of x (working units, NaN for cells to leave out) and each
// component, the log of its weight plus the log density of the row under it. The density is a
// Gaussian of covariance ΛΛᵀ + Ψ, computed by the identities of Woodbury and Sylvester:
// O(rows·columns·factors) for each component, and factors² more per column for rows with missing
// cells.
func (m *Mixture) LogJoint(x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	out := mat.NewDense(n, max(len(m.Components), 1), nil)
	for s, c := range m.Components {
		g := newGaussian(c, m.NoiseOf(c))
		for i := range n {
			out.Set(i, s, math.Log(c.Weight)+g.logDensity(x.RawRowView(i)))
		}
	}
	return out
}

// gaussian is the Gaussian of a component, prepared for rows without missing cells.
type gaussian struct {
	mean, noise []float64
	loadings    *mat.Dense
	k           int
	full        solved
	b           []float64
}

// solved holds the Cholesky factor of I + ΛᵀΨ⁻¹Λ over some columns, and ln|ΛΛᵀ + Ψ| + c·ln 2π.
type solved struct {
	chol   mat.Cholesky
	logDet float64
}

func newGaussian(c Component, noise []float64) *gaussian {
	g := &gaussian{mean: c.Mean, noise: noise, loadings: c.Loadings}
	if c.Loadings != nil {
		_, g.k = c.Loadings.Dims()
	}
	g.b = make([]float64, g.k)
	g.full = g.solve(nil)
	return g
}

// solve prepares the columns that row has; nil is all.
func (g *gaussian) solve(row []float64) (s solved) {
	inner := mat.NewSymDense(max(g.k, 1), nil)
	for l := range max(g.k, 1) {
		inner.SetSym(l, l, 1)
	}
	for q, v := range g.noise {
		if row != nil && math.IsNaN(row[q]) {
			continue
		}
		s.logDet += math.Log(2 * math.Pi * v)
		for a := range g.k {
			w := g.loadings.At(q, a) / v
			for b := range a + 1 {
				inner.SetSym(a, b, inner.At(a, b)+w*g.loadings.At(q, b))
			}
		}
	}
	if !s.chol.Factorize(inner) {
		panic("mixture: a covariance of a mixture is not positive definite")
	}
	s.logDet += s.chol.LogDet()
	return s
}

func (g *gaussian) logDensity(row []float64) float64 {
	s, e := &g.full, 0.0
	clear(g.b)
	missing := false
	for q, y := range row {
		if missing = missing || math.IsNaN(y); math.IsNaN(y) {
			continue
		}
		d := (y - g.mean[q]) / g.noise[q]
		e += d * (y - g.mean[q])
		for l := range g.k {
			g.b[l] += g.loadings.At(q, l) * d
		}
	}
	if missing {
		part := g.solve(row)
		s = &part
	}
	if g.k > 0 {
		b, z := mat.NewVecDense(g.k, g.b), new(mat.VecDense)
		if err := s.chol.SolveVecTo(z, b); err == nil {
			e -= mat.Dot(b, z)
		}
	}
	return -0.5 * (e + s.logDet)
}
