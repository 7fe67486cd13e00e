package conjugate

import (
	"math"
	"math/rand/v2"
)

// An observation is a row with missing cells as a cluster sees it: columns reordered to put the
// observed ones first, and Λ_n factored in that order.
type observation struct {
	order    []int     // columns, the observed ones first
	observed int       // how many of them are
	factor   []float64 // upper triangular, of Λ_n in that order
	z        []float64 // U⁻ᵀ(x−m) of the observed columns
	square   float64   // |z|²
	ratio    float64   // κ_n/(κ_n+1)
	log      float64   // log density of the observed cells
}

// observe computes the density of the observed cells of x. D³ multiply-adds.
func (c *Full) observe(x []float64) *observation {
	d := len(x)
	o := &observation{}
	for j, v := range x {
		if !math.IsNaN(v) {
			o.order = append(o.order, j)
		}
	}
	o.observed = len(o.order)
	for j, v := range x {
		if math.IsNaN(v) {
			o.order = append(o.order, j)
		}
	}
	o.factor = make([]float64, d*d)
	for a, i := range o.order {
		for b := a; b < d; b++ {
			j, s := o.order[b], 0.0
			for k := 0; k <= min(i, j); k++ {
				s += c.factor[k*d+i] * c.factor[k*d+j]
			}
			o.factor[a*d+b] = s
		}
	}
	if !cholesky(o.factor, d) {
		o.log = math.NaN()
		return o
	}
	m := o.observed
	o.z = make([]float64, m)
	block := make([]float64, m*m)
	for a := range m {
		o.z[a] = x[o.order[a]] - c.mean[o.order[a]]
		copy(block[a*m:(a+1)*m], o.factor[a*d:a*d+m])
	}
	o.square = solve(block, o.z)
	k := c.prior.Kappa + float64(c.n)
	o.ratio = k / (k + 1)
	f := c.prior.Freedom + float64(c.n)
	o.log = studentConstant(f, m, o.ratio, logDeterminant(block, m)) - (f+float64(m))/2*math.Log1p(o.ratio*o.square)
	return o
}

// Impute fills the missing cells of x with a draw given its observed cells and the rows of the
// cluster. Their distribution is a Student t with δ+n+(observed cells) degrees of freedom.
func (c *Full) Impute(x []float64, rng *rand.Rand) {
	o := c.observe(x)
	d, m := len(x), o.observed
	f := c.prior.Freedom + float64(c.n+m)
	root := math.Sqrt((1/o.ratio + o.square) / (2 * Gamma(f/2, 1, rng)))
	g := make([]float64, d)
	copy(g, o.z)
	for a := m; a < d; a++ {
		g[a] = root * rng.NormFloat64()
	}
	for b := m; b < d; b++ {
		s := 0.0
		for a := 0; a <= b; a++ {
			s += o.factor[a*d+b] * g[a]
		}
		x[o.order[b]] = c.mean[o.order[b]] + s
	}
}

// Expect fills the missing cells of x with their expectation given its observed cells, where the
// inverse covariance is known by its posterior mean (variational Bayes). It adds the covariance of
// those cells to both triangles of the D×D matrix sum, and returns its log determinant.
func (c *Full) Expect(x, sum []float64) (log float64) {
	o := c.observe(x)
	d, m := len(x), o.observed
	nu := c.prior.Freedom + float64(d-1+c.n) // E Σ⁻¹ = νΛ_n⁻¹
	for b := m; b < d; b++ {
		s := 0.0
		for a := range m {
			s += o.factor[a*d+b] * o.z[a]
		}
		x[o.order[b]] = c.mean[o.order[b]] + s
		log += 2*math.Log(o.factor[b*d+b]) - math.Log(nu)
		for e := m; e < d; e++ {
			v := 0.0
			for a := m; a <= min(b, e); a++ {
				v += o.factor[a*d+b] * o.factor[a*d+e]
			}
			sum[o.order[b]*d+o.order[e]] += v / nu
		}
	}
	return log
}
