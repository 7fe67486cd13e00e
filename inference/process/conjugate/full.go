package conjugate

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Full is a cluster of complete rows with dependent columns: normal-inverse-Wishart. Add,
// Remove and LogPredictive cost O(D²); LogPredictive of a row with missing cells O(D³).
type Full struct {
	prior  *Prior
	n      int
	mean   []float64 // m_n
	factor []float64 // upper triangular U with Λ_n = UᵀU

	ready    bool    // the fields below are up to date
	constant float64 // all of LogPredictive that does not depend on the row
	exponent float64 // (δ+n+D)/2
	ratio    float64 // κ_n/(κ_n+1)

	work []float64 // D numbers
}

// NewFull returns a cluster without rows.
func NewFull(p *Prior) *Full {
	d := len(p.Mean)
	c := &Full{prior: p, mean: make([]float64, d), factor: make([]float64, d*d), work: make([]float64, d)}
	c.Fill(nil)
	return c
}

// Size implements Component.
func (c *Full) Size() int { return c.n }

// Fill implements Component. It adds few rows one by one, and many through their scatter matrix.
func (c *Full) Fill(rows [][]float64) {
	d := len(c.mean)
	if len(rows) <= d/4 {
		c.empty()
		for _, x := range rows {
			c.Add(x)
		}
		return
	}
	mean, scatter := make([]float64, d), make([]float64, d*d)
	for _, x := range rows {
		for j, v := range x {
			mean[j] += v / float64(len(rows))
		}
	}
	for _, x := range rows {
		for j, v := range x {
			c.work[j] = v - mean[j]
		}
		for j, e := range c.work {
			row := scatter[j*d : (j+1)*d]
			for k := j; k < d; k++ {
				row[k] += e * c.work[k]
			}
		}
	}
	if !c.FillMoments(len(rows), mean, scatter) { // Λ₀ is positive definite, and S can only add to it
		c.empty()
		for _, x := range rows {
			c.Add(x)
		}
	}
}

func (c *Full) empty() {
	c.n, c.ready = 0, false
	copy(c.mean, c.prior.Mean)
	root := math.Sqrt(c.prior.strength())
	for i, v := range c.prior.factor {
		c.factor[i] = root * v
	}
}

// FillMoments replaces all rows by n rows of the given mean and scatter about it (the upper
// triangle is used), whose cells may be expectations. It reports whether the posterior matrix could
// be factored; if not, the cluster must be filled again.
func (c *Full) FillMoments(n int, mean, scatter []float64) bool {
	d := len(c.mean)
	c.n, c.ready = n, false
	k := c.prior.Kappa + float64(n)
	for j, m := range mean {
		c.work[j] = m - c.prior.Mean[j]
		c.mean[j] = (c.prior.Kappa*c.prior.Mean[j] + float64(n)*m) / k
	}
	strength, weight := c.prior.strength(), c.prior.Kappa*float64(n)/k
	for i, e := range c.work {
		for j := i; j < d; j++ {
			c.factor[i*d+j] = strength*c.prior.shape[i*d+j] + scatter[i*d+j] + weight*e*c.work[j]
		}
	}
	return cholesky(c.factor, d)
}

// Add implements Component.
func (c *Full) Add(x []float64) {
	k := c.prior.Kappa + float64(c.n)
	root := math.Sqrt(k / (k + 1))
	for j, v := range x {
		d := v - c.mean[j]
		c.work[j] = root * d
		c.mean[j] += d / (k + 1)
	}
	update(c.factor, c.work)
	c.n++
	c.ready = false
}

// Remove implements Component.
func (c *Full) Remove(x []float64) bool {
	if c.n == 1 {
		c.empty()
		return true
	}
	k := c.prior.Kappa + float64(c.n)
	root := math.Sqrt((k - 1) / k)
	for j, v := range x {
		c.mean[j] += (c.mean[j] - v) / (k - 1)
		c.work[j] = root * (v - c.mean[j])
	}
	c.n--
	c.ready = false
	return downdate(c.factor, c.work)
}

// Ready implements Component.
func (c *Full) Ready() {
	if !c.ready {
		c.refresh()
	}
}

// CopyFrom implements Component.
func (c *Full) CopyFrom(from Component) {
	f := from.(*Full)
	mean, factor, work := c.mean, c.factor, c.work
	copy(mean, f.mean)
	copy(factor, f.factor)
	*c = *f
	c.mean, c.factor, c.work = mean, factor, work
}

func (c *Full) refresh() {
	d := len(c.mean)
	k := c.prior.Kappa + float64(c.n)
	c.ratio = k / (k + 1)
	c.constant = studentConstant(c.prior.Freedom+float64(c.n), d, c.ratio, logDeterminant(c.factor, d))
	c.exponent = (c.prior.Freedom + float64(c.n+d)) / 2
	c.ready = true
}

// studentConstant returns the log of the greatest density of a Student t of d columns with f
// degrees of freedom and scale matrix Λ/(ratio·f), given log |Λ|.
func studentConstant(f float64, d int, ratio, logDeterminant float64) float64 {
	return special.LogGamma((f+float64(d))/2) - special.LogGamma(f/2) + float64(d)/2*math.Log(ratio/math.Pi) -
		logDeterminant/2
}

// LogPredictive implements Component.
func (c *Full) LogPredictive(x []float64) float64 {
	c.Ready()
	v := c.Density(x, c.work)
	if math.IsNaN(v) {
		return c.observe(x).log
	}
	return v
}

// Density implements Component; of a row with missing cells it is NaN.
func (c *Full) Density(x, work []float64) float64 {
	for j, v := range x {
		work[j] = v - c.mean[j]
	}
	return c.constant - c.exponent*math.Log1p(c.ratio*solve(c.factor, work))
}

// LogMarginal implements Component.
func (c *Full) LogMarginal() float64 {
	d, n := len(c.mean), float64(c.n)
	before, after := c.prior.Freedom+float64(d)-1, c.prior.Freedom+float64(d)-1+n
	s := float64(d)/2*math.Log(c.prior.Kappa/(c.prior.Kappa+n)) - n*float64(d)/2*math.Log(math.Pi)
	for j := range d {
		s += special.LogGamma((after-float64(j))/2) - special.LogGamma((before-float64(j))/2)
	}
	logPrior := c.prior.logShape + float64(d)*math.Log(c.prior.strength())
	return s + before/2*logPrior - after/2*logDeterminant(c.factor, d)
}

// Draw implements Component. Σ⁻¹ = BBᵀ with B = U⁻¹A and A the lower triangular factor of a
// standard Wishart matrix (Bartlett 1933). D³ multiply-adds.
func (c *Full) Draw(rng *rand.Rand, precision []float64) (distance float64) {
	d := len(c.mean)
	a := bartlett(d, c.prior.Freedom+float64(d-1+c.n), rng)
	// Bᵀ(μ−m₀) = Aᵀ U⁻ᵀ(m_n−m₀) + g/√κ_n with g standard normal.
	for j := range c.work {
		c.work[j] = c.mean[j] - c.prior.Mean[j]
	}
	solve(c.factor, c.work)
	root := math.Sqrt(c.prior.Kappa + float64(c.n))
	for j := range d {
		e := rng.NormFloat64() / root
		for i := j; i < d; i++ {
			e += a[i*d+j] * c.work[i]
		}
		distance += e * e
	}
	m := blas64.General{Rows: d, Cols: d, Stride: d, Data: a}
	lower := blas64.Triangular{N: d, Stride: d, Data: c.factor, Uplo: blas.Upper, Diag: blas.NonUnit}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, lower, m) // U⁻¹A
	blas64.Syrk(blas.NoTrans, 1, m, 1, blas64.Symmetric{N: d, Stride: d, Data: precision, Uplo: blas.Upper})
	return distance
}

// Moments returns the mean and the covariance, D×D, of another row.
func (c *Full) Moments() (mean, covariance []float64) {
	c.Ready()
	return c.about(1 / (c.ratio * (c.prior.Freedom + float64(c.n) - 2))) // of the Student t with δ+n degrees of freedom
}

// Next returns the Student distribution of another row: its centre, its scale matrix, D×D, and its degrees of freedom.
func (c *Full) Next() (centre, shape []float64, freedom float64) {
	c.Ready()
	freedom = c.prior.Freedom + float64(c.n)
	centre, shape = c.about(1 / (c.ratio * freedom))
	return centre, shape, freedom
}

// about returns the centre of the cluster and its matrix times a scale.
func (c *Full) about(scale float64) (mean, matrix []float64) {
	d := len(c.mean)
	matrix = make([]float64, d*d)
	for i := range d {
		for j := range d {
			for k := 0; k <= min(i, j); k++ {
				matrix[i*d+j] += scale * c.factor[k*d+i] * c.factor[k*d+j]
			}
		}
	}
	return append([]float64(nil), c.mean...), matrix
}

// A Gaussian is the mean and the covariance of a cluster, D×D row by row, with the inverse of that.
type Gaussian struct{ Mean, Covariance, Precision []float64 }

// DrawGaussian draws mean and covariance of the cluster from their posterior. With A as in [Full.Draw] and Y = A⁻¹U,
// Σ = YᵀY and μ = m_n + Yᵀg/√κ_n.
func (c *Full) DrawGaussian(rng *rand.Rand) Gaussian {
	d := len(c.mean)
	a := bartlett(d, c.prior.Freedom+float64(d-1+c.n), rng)
	general := func(data []float64) blas64.General {
		return blas64.General{Rows: d, Cols: d, Stride: d, Data: data}
	}
	square := func(t blas.Transpose, of []float64) []float64 {
		out := make([]float64, d*d)
		blas64.Syrk(t, 1, general(of), 0, blas64.Symmetric{N: d, Stride: d, Data: out, Uplo: blas.Upper})
		for i := range d {
			for j := range i {
				out[i*d+j] = out[j*d+i]
			}
		}
		return out
	}
	y := append([]float64(nil), c.factor...)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, blas64.Triangular{N: d, Stride: d, Data: a, Uplo: blas.Lower,
		Diag: blas.NonUnit}, general(y)) // A⁻¹U
	blas64.Trsm(blas.Left, blas.NoTrans, 1, blas64.Triangular{N: d, Stride: d, Data: c.factor, Uplo: blas.Upper,
		Diag: blas.NonUnit}, general(a)) // U⁻¹A
	g := Gaussian{Mean: append([]float64(nil), c.mean...), Covariance: square(blas.Trans, y),
		Precision: square(blas.NoTrans, a)}
	root := math.Sqrt(c.prior.Kappa + float64(c.n))
	for i := range d {
		e := rng.NormFloat64() / root
		for j := range d {
			g.Mean[j] += e * y[i*d+j]
		}
	}
	return g
}
