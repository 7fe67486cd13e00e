package spectral

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	degree    = 20   // of the polynomials
	tolerance = 1e-8 // of |Lv − λv|
	most      = 300  // rounds
	spare     = 8    // vectors beside those that are wanted, at least
)

// A block turns random vectors into the smallest eigenvectors of L.
type block struct {
	l      *laplacian
	count  int // of vectors wanted, the first ones
	v, lv  [][]float64
	values []float64 // of the last round, ascending
	rounds int
	left   float64 // the greatest |Lv − λv| among those wanted
}

func newBlock(l *laplacian, count int, rng *rand.Rand) *block {
	n := l.g.Rows()
	size := min(n, count+max(spare, count/2))
	b := &block{l: l, count: count, v: make([][]float64, size), lv: make([][]float64, size), left: math.Inf(1)}
	for k := range b.v {
		b.v[k], b.lv[k] = make([]float64, n), make([]float64, n)
		for i := range b.v[k] {
			b.v[k][i] = rng.NormFloat64()
		}
	}
	return b
}

// solve finds the vectors by way of all where there are few rows, and reports whether it did; it begins a block of
// more.
func (b *block) solve() bool {
	if b.l.g.Rows() > fullMost {
		return b.round()
	}
	b.values, b.v = b.l.eigen(b.count)
	b.left = 0
	return true
}

// round does one round and reports whether all vectors are found, or there are no more rounds: a Chebyshev polynomial
// of L, small between the greatest value of the block and 2, acts on each vector; then the vectors are made
// orthonormal, and turned within the space that they span so that they are as nearly eigenvectors as they can be
// (Rayleigh and Ritz). O(size·(edges·degree + n·size)).
func (b *block) round() bool {
	for k := range b.v {
		if b.values != nil {
			b.filter(k)
		}
		b.orthogonal(k)
	}
	b.ritz()
	b.rounds++
	return b.left <= tolerance || b.rounds == most
}

// filter multiplies a vector by the polynomial, by the recursion scaled to 1 at the smallest value.
func (b *block) filter(k int) {
	high := math.Min(b.values[len(b.values)-1], 2-1e-3)
	half, centre := (2-high)/2, (2+high)/2
	sigma := half / (b.values[0] - centre)
	twice := 2 / sigma
	x, y, next := b.v[k], b.lv[k], make([]float64, len(b.v[k]))
	b.l.times(x, centre, y)
	floats.Scale(sigma/half, y)
	for range degree - 1 {
		following := 1 / (twice - sigma)
		b.l.times(y, centre, next)
		for i := range next {
			next[i] = 2*following/half*next[i] - sigma*following*x[i]
		}
		x, y, next, sigma = y, next, x, following
	}
	b.v[k], b.lv[k] = y, x
}

// orthogonal takes those before from a vector, twice, and brings it to length 1.
func (b *block) orthogonal(k int) {
	v := b.v[k]
	unit := func() { floats.Scale(1/math.Max(floats.Norm(v, 2), math.SmallestNonzeroFloat64), v) }
	for range 2 {
		unit()
		for _, u := range b.v[:k] {
			floats.AddScaled(v, -floats.Dot(u, v), u)
		}
	}
	unit()
}

// ritz turns the vectors to the eigenvectors of the projection of L.
func (b *block) ritz() {
	size := len(b.v)
	project := mat.NewSymDense(size, nil)
	for k, v := range b.v {
		b.l.times(v, 0, b.lv[k])
		for j := range k + 1 {
			project.SetSym(j, k, floats.Dot(b.v[j], b.lv[k]))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(project, true) {
		panic("spectral: the eigenvalues of a projection of finite numbers were not found")
	}
	b.values = e.Values(nil)
	var turn mat.Dense
	e.VectorsTo(&turn)
	old, out := make([]float64, size), make([]float64, size)
	to := mat.NewVecDense(size, out)
	for _, vectors := range [][][]float64{b.v, b.lv} {
		for i := range vectors[0] {
			for k, v := range vectors {
				old[k] = v[i]
			}
			to.MulVec(turn.T(), mat.NewVecDense(size, old))
			for k, v := range vectors {
				v[i] = out[k]
			}
		}
	}
	b.left = 0
	for k, v := range b.v[:b.count] {
		sum := 0.0
		for i, x := range v {
			r := b.lv[k][i] - b.values[k]*x
			sum += r * r
		}
		b.left = math.Max(b.left, math.Sqrt(sum))
	}
}
