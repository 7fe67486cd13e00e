package covary

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mat"
)

// Draw draws Σ from its posterior given the contrasts, IW(Ψ₀+S, ν₀+N), or from the prior
// where c is nil, and returns it by a map and by its cells. O(N·D² + D³).
func (w Wishart) Draw(c *Contrasts, rng *rand.Rand) (m *Map, sigma *mat.SymDense) {
	d := w.Centre.Columns()
	a, nu := w.scale(), w.Nu
	if c != nil {
		n, _ := c.Dims()
		s := mat.NewSymDense(d, nil)
		s.SymOuterK(c.power(), c.U.T())
		a.AddSym(a, s)
		nu += c.power() * float64(n)
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		panic("covary: Ψ₀+S is not positive definite")
	}
	// Σ⁻¹ = L⁻ᵀ B Bᵀ L⁻¹ with B of Bartlett's decomposition, so that W = L⁻ᵀ B.
	b := mat.NewTriDense(d, mat.Lower, nil)
	for i := range d {
		b.SetTri(i, i, math.Sqrt(2*special.GammaDraw(rng, (nu-float64(i))/2)))
		for j := range i {
			b.SetTri(i, j, rng.NormFloat64())
		}
	}
	var l mat.TriDense
	chol.LTo(&l)
	var root, half mat.Dense
	if err := root.Solve(l.T(), b); err != nil && !isCondition(err) {
		panic("covary: " + err.Error())
	}
	// Σ = (L B⁻ᵀ)(L B⁻ᵀ)ᵀ: half is B⁻¹Lᵀ.
	if err := half.Solve(b, l.T()); err != nil && !isCondition(err) {
		panic("covary: " + err.Error())
	}
	sigma = mat.NewSymDense(d, nil)
	sigma.SymOuterK(1, half.T())
	return NewMap(&root), sigma
}

// scale returns Ψ₀.
func (w Wishart) scale() *mat.SymDense {
	a := w.Centre.Dense()
	a.ScaleSym((w.Nu-float64(w.Centre.Columns())-1)*w.G, a)
	return a
}

// Marginals returns [Wishart.Marginal] as a function of g and ν₀ at O(D) a value.
func Marginals(c *Contrasts, centre *Sigma) func(g, nu float64) float64 {
	return spectrumOf(c, centre).marginal
}

// Shift returns the marginal as a function of x where every branch point moves from ℓ to
// ℓ + x and the noise becomes s·e⁻ˣ: all contrasts but the last keep their differences and
// have e⁻ˣ of their variance. rem is the time that remains at the topmost node. A value
// takes O(D³).
func (w Wishart) Shift(c *Contrasts, rem float64) func(x float64) float64 {
	n, d := c.Dims()
	rest, last := mat.NewSymDense(d, nil), mat.NewVecDense(d, append([]float64(nil), c.U.RawRowView(n-1)...))
	if n > 1 {
		rest.SymOuterK(c.power(), c.U.Slice(0, n-1, 0, d).T())
	}
	v := c.Variances[n-1]
	message, logRest := v-(1-rem), c.logDetK()-math.Log(v)
	prior := w.scale()
	var chol mat.Cholesky
	if !chol.Factorize(prior) {
		panic("covary: Ψ₀ is not positive definite")
	}
	power := c.power()
	total := w.Nu + power*float64(n)
	constant := 0.5*w.Nu*chol.LogDet() - 0.5*power*float64(n*d)*math.Log(math.Pi) + logGammas(d, total/2, w.Nu/2)
	return func(x float64) float64 {
		now := message*math.Exp(-x) + 1 - rem*math.Exp(-x)
		a := mat.NewSymDense(d, nil)
		a.CopySym(rest)
		a.ScaleSym(math.Exp(x), a)
		a.AddSym(a, prior)
		a.SymRankOne(a, power*v/now, last)
		if !chol.Factorize(a) {
			return math.Inf(-1)
		}
		return constant - 0.5*power*float64(d)*(logRest-float64(n-1)*x+math.Log(now)) - 0.5*total*chol.LogDet()
	}
}
