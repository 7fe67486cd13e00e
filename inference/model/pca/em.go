package pca

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// parameters are a point estimate of the model.
type parameters struct {
	k      int
	g      []float64 // D×K by item
	offset []float64 // b, of each item
	psi    float64
}

func (p *parameters) clone() *parameters {
	return &parameters{p.k, append([]float64(nil), p.g...), append([]float64(nil), p.offset...), p.psi}
}

func (p *parameters) row(d int) []float64 { return p.g[d*p.k : (d+1)*p.k] }

// precision returns GᵀG/ψ of all items.
func (p *parameters) precision() []float64 {
	all := make([]float64, p.k*p.k)
	for d := range p.offset {
		addOuter(all, p.row(d), 1/p.psi)
	}
	return all
}

// addOuter adds w·vvᵀ.
func addOuter(to, v []float64, w float64) {
	k := len(v)
	for a, x := range v {
		if x != 0 {
			floats.AddScaled(to[a*k:(a+1)*k], w*x, v)
		}
	}
}

// A posterior is that of a case: x ~ N(m, C), and the log density of its observed cells.
type posterior struct {
	m, c []float64
	log  float64
}

// A covariance is C of a case, with the log determinant of its inverse.
type covariance struct {
	c   []float64
	log float64
}

// invert returns the covariance, given GᵀG/ψ of the items that a case has, which it overwrites.
func (p *parameters) invert(precision []float64) covariance {
	sym := mat.NewSymDense(p.k, precision)
	for a := range p.k {
		sym.SetSym(a, a, sym.At(a, a)+1)
	}
	var chol mat.Cholesky
	if !chol.Factorize(sym) {
		panic("pca: a precision is not positive definite")
	}
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		panic("pca: " + err.Error())
	}
	c := covariance{make([]float64, p.k*p.k), chol.LogDet()}
	for a := range p.k {
		for b := range p.k {
			c.c[a*p.k+b] = inverse.At(a, b)
		}
	}
	return c
}

// A shared holds the matrices that all cases use: GᵀG/ψ of all items, and the covariance of cases without missing
// cells.
type shared struct {
	precision []float64
	complete  covariance
}

func (p *parameters) share() shared {
	precision := p.precision()
	return shared{precision, p.invert(append([]float64(nil), precision...))}
}

// infer returns the posterior of case n. O(DK), plus K³ with missing cells.
func (p *parameters) infer(t *table, n int, all shared) posterior {
	k := p.k
	y := t.row(n)
	cov := all.complete
	information := make([]float64, k)
	squares := 0.0
	for d, v := range y {
		e := v - p.offset[d]
		squares += e * e
		floats.AddScaled(information, e, p.row(d))
	}
	if gaps := t.gaps[n]; len(gaps) > 0 {
		own := append([]float64(nil), all.precision...)
		for _, d := range gaps {
			e := y[d] - p.offset[d]
			squares -= e * e
			g := p.row(int(d))
			floats.AddScaled(information, -e, g)
			addOuter(own, g, -1/p.psi)
		}
		cov = p.invert(own)
	}
	post := posterior{m: make([]float64, k), c: cov.c}
	for a := range k {
		post.m[a] = floats.Dot(cov.c[a*k:(a+1)*k], information) / p.psi
	}
	explained := floats.Dot(post.m, information)
	seen := float64(t.d - len(t.gaps[n]))
	post.log = -0.5 * (seen*math.Log(2*math.Pi*p.psi) + cov.log + (squares-explained)/p.psi)
	return post
}

// predict returns the mean and the variance of item d of a case.
func (p *parameters) predict(post posterior, d int) (mean, variance float64) {
	g := p.row(d)
	mean, variance = p.offset[d], p.psi
	for a, x := range g {
		mean += x * post.m[a]
		for b, y := range g {
			variance += x * y * post.c[a*p.k+b]
		}
	}
	return mean, variance
}

// sums are the sufficient statistics of the M-step. For each item, with x̃ = (x, 1), it needs the sums
// over its observed cells of E x̃x̃ᵀ: those of all cases less those in which it is missing.
type sums struct {
	all    []float64   // (K+1)²
	lacks  [][]float64 // subtracted for each item; nil for nothing
	cross  []float64   // D×(K+1): Σ y E x̃
	square []float64   // D: Σ y²
	log    float64
	means  []float64 // N×K: the m
}

func newSums(t *table, k int) *sums {
	return &sums{all: make([]float64, (k+1)*(k+1)), lacks: make([][]float64, t.d), cross: make([]float64, t.d*(k+1)),
		square: make([]float64, t.d), means: make([]float64, t.n*k)}
}

// add adds case n.
func (s *sums) add(t *table, n int, post posterior) {
	k := len(post.m)
	x := append(append(make([]float64, 0, k+1), post.m...), 1)
	second := make([]float64, (k+1)*(k+1))
	addOuter(second, x, 1)
	for a := range k {
		floats.Add(second[a*(k+1):a*(k+1)+k], post.c[a*k:(a+1)*k])
	}
	floats.Add(s.all, second)
	for d, v := range t.row(n) { // 0 where missing
		floats.AddScaled(s.cross[d*(k+1):(d+1)*(k+1)], v, x)
		s.square[d] += v * v
	}
	for _, d := range t.gaps[n] {
		if s.lacks[d] == nil {
			s.lacks[d] = make([]float64, (k+1)*(k+1))
		}
		floats.Add(s.lacks[d], second)
	}
	s.log += post.log
	copy(s.means[n*k:], post.m)
}

// of returns Σ E x̃x̃ᵀ over the observed cells of item d.
func (s *sums) of(d int) []float64 {
	if s.lacks[d] == nil {
		return s.all
	}
	r := make([]float64, len(s.all))
	return floats.SubTo(r, s.all, s.lacks[d])
}

// regress sets loadings and offset of item d to those of least expected squared error, and returns
// that error. Items without an observed cell stay at 0. O(K³) with missing cells.
func (s *sums) regress(p *parameters, t *table, d int) float64 {
	k := p.k
	if t.seen[d] == 0 {
		clear(p.row(d))
		p.offset[d] = 0
		return 0
	}
	second := s.of(d)
	cross := s.cross[d*(k+1) : (d+1)*(k+1)]
	var chol mat.Cholesky
	b := mat.NewVecDense(k+1, nil)
	if !chol.Factorize(mat.NewSymDense(k+1, second)) {
		panic("pca: second moments of components are not positive definite")
	}
	if err := chol.SolveVecTo(b, mat.NewVecDense(k+1, cross)); err != nil {
		if _, weak := err.(mat.Condition); !weak {
			panic("pca: " + err.Error())
		}
	}
	for a := range k {
		p.g[d*k+a] = b.AtVec(a)
	}
	p.offset[d] = b.AtVec(k)
	return s.rest(p, d, second)
}

// rest returns the expected squared error of item d.
func (s *sums) rest(p *parameters, d int, second []float64) float64 {
	k := p.k
	w := append(append(make([]float64, 0, k+1), p.row(d)...), p.offset[d])
	e := s.square[d] - 2*floats.Dot(w, s.cross[d*(k+1):(d+1)*(k+1)])
	for a, x := range w {
		e += x * floats.Dot(second[a*(k+1):(a+1)*(k+1)], w)
	}
	return max(e, 0)
}

// expand moves the mean and covariance of the components over the cases into G and b, and rotates G
// to orthogonal columns. A model with both free has the same likelihood as the one in which they
// are 0 and I (Liu, Rubin and Wu 1998).
func (p *parameters) expand(s *sums, n int) {
	k := p.k
	mean := make([]float64, k)
	cov := mat.NewSymDense(k, nil)
	for a := range k {
		mean[a] = s.all[a*(k+1)+k] / float64(n)
	}
	for a := range k {
		for b := a; b < k; b++ {
			cov.SetSym(a, b, s.all[a*(k+1)+b]/float64(n)-mean[a]*mean[b])
		}
	}
	var chol mat.Cholesky
	if chol.Factorize(cov) {
		var l mat.TriDense
		chol.LTo(&l)
		for d := range p.offset {
			g := p.row(d)
			p.offset[d] += floats.Dot(g, mean)
			for b := range k { // (gL)_b reads g_a of a ≥ b only
				sum := 0.0
				for a := b; a < k; a++ {
					sum += g[a] * l.At(a, b)
				}
				g[b] = sum
			}
		}
	}
	p.canonical()
}

// canonical rotates G to orthogonal columns, the longest first, and makes the largest loading of
// each positive.
func (p *parameters) canonical() {
	k := p.k
	gram := mat.NewSymDense(k, nil)
	for d := range p.offset {
		g := p.row(d)
		for a := range k {
			for b := a; b < k; b++ {
				gram.SetSym(a, b, gram.At(a, b)+g[a]*g[b])
			}
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) {
		panic("pca: the lengths of the components could not be computed")
	}
	var v mat.Dense
	eigen.VectorsTo(&v)
	turned := make([]float64, k)
	most := make([]float64, k)
	for d := range p.offset {
		g := p.row(d)
		for b := range k {
			turned[b] = 0
			for a := range k {
				turned[b] += g[a] * v.At(a, k-1-b)
			}
			if math.Abs(turned[b]) > math.Abs(most[b]) {
				most[b] = turned[b]
			}
		}
		copy(g, turned)
	}
	p.flip(most)
}

// flip changes the sign of the components whose given number is negative.
func (p *parameters) flip(by []float64) {
	for d := range p.offset {
		for b, g := range p.row(d) {
			if by[b] < 0 {
				p.g[d*p.k+b] = -g
			}
		}
	}
}
