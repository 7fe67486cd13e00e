package bhc

import (
	"math"

	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/marginal/block"
)

// gammas are the tables of log Γ that depend on the number of rows and the degrees of freedom alone, so that a search
// of hyperparameters computes them once.
type gammas struct {
	freedom float64
	rows    []float64      // log Γ(n)
	columns *block.Columns // those that are no numbers; nil for none
	full    int            // columns of numbers that depend on each other; 0 for none
	values  []float64      // log Γ(ν/2 + n/2) − log Γ(ν/2) − n/2·log 2π
}

func newGammas(n int, freedom float64, columns *block.Columns, full int) *gammas {
	g := &gammas{freedom: freedom, rows: logGammas(n), columns: columns, full: full, values: make([]float64, n+1)}
	empty, _ := math.Lgamma(freedom / 2)
	for k := range g.values {
		full, _ := math.Lgamma(freedom/2 + float64(k)/2)
		g.values[k] = full - empty - float64(k)/2*math.Log(2*math.Pi)
	}
	return g
}

// A base is the prior of a cluster in the units of z: 1/σ² ~ Ga(shape, rate), and the mean is N(0, σ²/κ₀). See package
// conjugate.
type base struct {
	shape, rate, kappa float64
	constant           []float64 // terms of log m of n values of a column besides −(shape + n/2)·log rate_n
	none               *cluster  // without rows
	gammas             *gammas
	full               *scatter // nil for columns that are independent
}

// newBase prepares for clusters of as many rows as the tables have.
func newBase(g *gammas, h hyper) *base {
	b := &base{shape: g.freedom / 2, rate: h.Scale * (g.freedom - 2) / 2, kappa: h.Kappa, gammas: g,
		constant: make([]float64, len(g.values))}
	prior := b.shape * math.Log(b.rate)
	if g.full > 0 {
		b.full = newScatter(g, h, g.full)
	}
	for k := range b.constant {
		b.constant[k] = g.values[k] + prior + math.Log(b.kappa/(b.kappa+float64(k)))/2
	}
	return b
}

// posterior is the rate of column values of which there are n, with the sum s and the sum of squares q.
func (b *base) posterior(n, s, q float64) float64 { return b.rate + max(0, q-s*s/(b.kappa+n))/2 }

// products is how many rates are multiplied between looks at the size of the product.
const products = 8

// pair is log m of the rows of two clusters together, in the units of z. D multiplications, one logarithm for some 64
// columns.
func (b *base) pair(x, y *cluster) float64 {
	if c := b.gammas.columns; c != nil {
		return b.numbers(x, y) + c.LogTogether(x.other, y.other)
	}
	return b.numbers(x, y)
}

// numbers returns the part of pair from the columns of numbers.
func (b *base) numbers(x, y *cluster) float64 {
	if x.seen != nil {
		return b.gaps(x, y)
	}
	if b.full != nil {
		return b.full.log(x, y, b.full.all)
	}
	n := x.size + y.size
	share := 1 / (b.kappa + float64(n))
	xs, xq, ys, yq := x.sum, x.squares[:len(x.sum)], y.sum[:len(x.sum)], y.squares[:len(x.sum)]
	logs, product := 0.0, 1.0
	for j, v := range xs {
		s := v + ys[j]
		product *= b.rate + max(0, xq[j]+yq[j]-s*s*share)/2
		if j%products == products-1 && (product > 1e100 || product < 1e-100) {
			logs += math.Log(product)
			product = 1
		}
	}
	logs += math.Log(product)
	return float64(len(xs))*b.constant[n] - (b.shape+float64(n)/2)*logs
}

func (b *base) gaps(x, y *cluster) float64 {
	sum := 0.0
	for j, v := range x.sum {
		n := x.seen[j] + y.seen[j]
		sum += b.constant[int(n)] - (b.shape+n/2)*math.Log(b.posterior(n, v+y.sum[j], x.squares[j]+y.squares[j]))
	}
	return sum
}

// alone is log m of the rows of one cluster.
func (b *base) alone(c *cluster) float64 { return b.pair(c, b.nothing(c)) }

// nothing is a cluster without rows, with as many columns as another one.
func (b *base) nothing(c *cluster) *cluster {
	if b.none == nil {
		zeros := make([]float64, len(c.sum))
		b.none = &cluster{sum: zeros, squares: zeros}
		if c.seen != nil {
			b.none.seen = zeros
		}
		b.none.other, b.none.scatter = make([]float64, len(c.other)), make([]float64, len(c.scatter))
	}
	return b.none
}

// column is the density of another value of column j given the rows of c, in the units of z.
func (b *base) column(c *cluster, j int) conjugate.Student {
	n := c.observed(j)
	return conjugate.NewStudent(2*b.shape+n, c.sum[j]/(b.kappa+n), b.posterior(n, c.sum[j], c.squares[j]), b.kappa+n)
}
