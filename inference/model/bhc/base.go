package bhc

import "math"

// A base is the prior of a cluster in the units of z: 1/σ² ~ Ga(shape, rate), and the mean is N(0, σ²/κ₀). See package conjugate.
type base struct {
	shape, rate, kappa float64
	constant           []float64 // what log m of n values of a column has beside −(shape + n/2)·log rate_n
	none               *cluster  // without rows
}

// newBase prepares for clusters of up to n rows.
func newBase(n int, h hyper, freedom float64) *base {
	b := &base{shape: freedom / 2, rate: h.Scale * (freedom - 2) / 2, kappa: h.Kappa, constant: make([]float64, n+1)}
	empty, _ := math.Lgamma(b.shape)
	for k := range b.constant {
		full, _ := math.Lgamma(b.shape + float64(k)/2)
		b.constant[k] = full - empty + b.shape*math.Log(b.rate) + math.Log(b.kappa/(b.kappa+float64(k)))/2 - float64(k)/2*math.Log(2*math.Pi)
	}
	return b
}

// posterior is the rate of column values of which there are n, with the sum s and the sum of squares q.
func (b *base) posterior(n, s, q float64) float64 {
	return b.rate + max(0, q-s*s/(b.kappa+n))/2
}

// products is how many rates are multiplied between looks at the size of the product.
const products = 8

// pair is log m of the rows of two clusters together, in the units of z. D multiplications, one logarithm for some 64 columns.
func (b *base) pair(x, y *cluster) float64 {
	if x.seen != nil {
		return b.gaps(x, y)
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
func (b *base) alone(c *cluster) float64 {
	if b.none == nil {
		zeros := make([]float64, len(c.sum))
		b.none = &cluster{sum: zeros, squares: zeros}
		if c.seen != nil {
			b.none.seen = zeros
		}
	}
	return b.pair(c, b.none)
}

// A predictive is the Student t of another value of a column, in the units of z.
type predictive struct{ freedom, location, scale, constant float64 }

// column is the predictive of column j given the rows of c.
func (b *base) column(c *cluster, j int) predictive {
	n := c.observed(j)
	p := predictive{freedom: 2*b.shape + n, location: c.sum[j] / (b.kappa + n)}
	p.scale = math.Sqrt(2 * b.posterior(n, c.sum[j], c.squares[j]) * (b.kappa + n + 1) / ((b.kappa + n) * p.freedom))
	more, _ := math.Lgamma((p.freedom + 1) / 2)
	less, _ := math.Lgamma(p.freedom / 2)
	p.constant = more - less - math.Log(p.freedom*math.Pi)/2 - math.Log(p.scale)
	return p
}

func (p predictive) log(z float64) float64 {
	e := (z - p.location) / p.scale
	return p.constant - (p.freedom+1)/2*math.Log1p(e*e/p.freedom)
}
