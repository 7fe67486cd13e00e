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
	var l mat.TriDense
	if chol.Factorize(a) {
		chol.LTo(&l)
	} else {
		w.rootByRows(&l, c)
	}
	// Σ⁻¹ = L⁻ᵀ B Bᵀ L⁻¹ with B of Bartlett's decomposition, so that W = L⁻ᵀ B.
	b := mat.NewTriDense(d, mat.Lower, nil)
	for i := range d {
		b.SetTri(i, i, math.Sqrt(2*special.GammaDraw(rng, (nu-float64(i))/2)))
		for j := range i {
			b.SetTri(i, j, rng.NormFloat64())
		}
	}
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

// rootByRows finds the lower triangle L of LLᵀ = Ψ₀+S from the rows themselves, by orthogonal transformations: where
// S is so much larger than Ψ₀ in some directions that their sum loses the others, the triangle keeps them.
// O((N+D)·D²).
func (w Wishart) rootByRows(l *mat.TriDense, c *Contrasts) {
	d := w.Centre.Columns()
	rows := d + w.Centre.Rank()
	if c != nil {
		n, _ := c.Dims()
		rows += n
	}
	all := mat.NewDense(rows, d, nil)
	f := math.Sqrt((w.Nu - float64(d) - 1) * w.G)
	for j, v := range w.Centre.Psi {
		all.Set(j, j, f*math.Sqrt(v))
	}
	for k := range w.Centre.Rank() {
		for j := range d {
			all.Set(d+k, j, f*w.Centre.Lambda.At(j, k))
		}
	}
	if c != nil {
		n, _ := c.Dims()
		root := math.Sqrt(c.power())
		for i := range n {
			for j, v := range c.U.RawRowView(i) {
				all.Set(rows-n+i, j, root*v)
			}
		}
	}
	var qr mat.QR
	qr.Factorize(all)
	var r mat.Dense
	qr.RTo(&r)
	*l = *mat.NewTriDense(d, mat.Lower, nil)
	for j := range d {
		sign := math.Copysign(1, r.At(j, j))
		for i := j; i < d; i++ {
			l.SetTri(i, j, sign*r.At(j, i))
		}
		if l.At(j, j) == 0 { // Ψ₀ alone gives as much
			l.SetTri(j, j, f*math.Sqrt(w.Centre.Psi[j]))
		}
	}
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
// have e⁻ˣ of their variance, but for those of [Contrasts.After]. rem is the time that remains at the topmost node.
// A value takes O(D³).
func (w Wishart) Shift(c *Contrasts, rem float64) func(x float64) float64 {
	n, d := c.Dims()
	rest, last := mat.NewSymDense(d, nil), mat.NewVecDense(d, append([]float64(nil), c.U.RawRowView(n-1)...))
	if n > c.held+1 {
		rest.SymOuterK(c.power(), c.U.Slice(c.held, n-1, 0, d).T())
	}
	v := c.Variances[n-1]
	message, logRest := v-(1-rem), c.logDetK()-math.Log(v)
	prior := w.scale()
	var chol mat.Cholesky
	if !chol.Factorize(prior) {
		panic("covary: Ψ₀ is not positive definite")
	}
	logDet := chol.LogDet()
	if c.held > 0 {
		held := mat.NewSymDense(d, nil)
		held.SymOuterK(c.power(), c.U.Slice(0, c.held, 0, d).T())
		prior.AddSym(prior, held)
	}
	power := c.power()
	total := w.Nu + power*float64(n)
	constant := 0.5*w.Nu*logDet - 0.5*power*float64(n*d)*math.Log(math.Pi) + logGammas(d, total/2, w.Nu/2)
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
		return constant - 0.5*power*float64(d)*(logRest-float64(n-1-c.held)*x+math.Log(now)) - 0.5*total*chol.LogDet()
	}
}
