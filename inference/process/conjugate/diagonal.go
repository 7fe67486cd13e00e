package conjugate

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// block is how many factors of a density are multiplied before a logarithm is taken.
const block = 64

// Diagonal is a cluster of complete rows whose columns are independent: normal-gamma.
// Add, Remove and LogPredictive cost O(D), one logarithm for 64 columns.
type Diagonal struct {
	prior    *Prior
	n        int
	mean     []float64 // m_n
	rate     []float64 // b_n = Λ_n/2
	r        []float64 // κ_n/(2b_n(κ_n+1)): one over the degrees of freedom times squared scale of the Student t
	constant float64   // all of LogPredictive that does not depend on the row
	exponent float64   // (δ+n+1)/2
}

// NewDiagonal returns a cluster without rows.
func NewDiagonal(p *Prior) *Diagonal {
	d := len(p.Mean)
	all := make([]float64, 3*d)
	c := &Diagonal{prior: p, mean: all[:d:d], rate: all[d : 2*d : 2*d], r: all[2*d:]}
	c.Fill(nil)
	return c
}

// Size implements Component.
func (c *Diagonal) Size() int { return c.n }

// Fill implements Component.
func (c *Diagonal) Fill(rows [][]float64) {
	c.n = 0
	copy(c.mean, c.prior.Mean)
	half := c.prior.strength() / 2
	for j, v := range c.prior.shape {
		c.rate[j] = half * v
	}
	for _, x := range rows {
		c.take(x)
	}
	c.refresh()
}

func (c *Diagonal) take(x []float64) {
	k := c.prior.Kappa + float64(c.n)
	half, share := 0.5*k/(k+1), 1/(k+1)
	for j, v := range x {
		d := v - c.mean[j]
		c.rate[j] += half * d * d
		c.mean[j] += share * d
	}
	c.n++
}

// refresh updates the constants of LogPredictive.
func (c *Diagonal) refresh() {
	k := c.prior.Kappa + float64(c.n)
	factor := k / (2 * (k + 1))
	for j, b := range c.rate {
		c.r[j] = factor / b
	}
	c.constant = float64(len(c.r))*c.prior.constant(c.n) + 0.5*sumLog(c.r)
	c.exponent = (c.prior.Freedom + float64(c.n) + 1) / 2
}

// Add implements Component.
func (c *Diagonal) Add(x []float64) {
	c.take(x)
	c.refresh()
}

// Remove implements Component.
func (c *Diagonal) Remove(x []float64) bool {
	if c.n == 1 {
		c.Fill(nil)
		return true
	}
	k := c.prior.Kappa + float64(c.n)
	half, share := 0.5*(k-1)/k, 1/(k-1)
	least := c.prior.strength() / 2
	for j, v := range x {
		c.mean[j] += share * (c.mean[j] - v)
		d := v - c.mean[j]
		c.rate[j] = max(c.rate[j]-half*d*d, least*c.prior.shape[j])
	}
	c.n--
	c.refresh()
	return true
}

// LogPredictive implements Component.
func (c *Diagonal) LogPredictive(x []float64) float64 {
	sum := 0.0
	mean, r := c.mean[:len(x)], c.r[:len(x)]
	for j := 0; j < len(x); {
		p, q := 1.0, 1.0
		end := min(j+block, len(x))
		for ; j+1 < end; j += 2 {
			d, e := x[j]-mean[j], x[j+1]-mean[j+1]
			p *= 1 + d*d*r[j]
			q *= 1 + e*e*r[j+1]
		}
		if j < end {
			d := x[j] - mean[j]
			p *= 1 + d*d*r[j]
			j++
		}
		if p *= q; !(p < math.MaxFloat64) { // overflow, or a missing cell
			return c.careful(x)
		}
		sum += math.Log(p)
	}
	return c.constant - c.exponent*sum
}

// careful is LogPredictive for rows with missing cells and for distant rows.
func (c *Diagonal) careful(x []float64) float64 {
	sum, constant := 0.0, c.constant
	for j, v := range x {
		if math.IsNaN(v) {
			constant -= c.prior.constant(c.n) + 0.5*math.Log(c.r[j])
			continue
		}
		d := v - c.mean[j]
		sum += math.Log1p(d * d * c.r[j])
	}
	return constant - c.exponent*sum
}

// Ready implements Component.
func (c *Diagonal) Ready() {}

// Density implements Component.
func (c *Diagonal) Density(x, _ []float64) float64 { return c.LogPredictive(x) }

// CopyFrom implements Component.
func (c *Diagonal) CopyFrom(from Component) {
	f := from.(*Diagonal)
	mean, rate, r := c.mean, c.rate, c.r
	copy(mean, f.mean)
	copy(rate, f.rate)
	copy(r, f.r)
	*c = *f
	c.mean, c.rate, c.r = mean, rate, r
}

// LogMarginal implements Component.
func (c *Diagonal) LogMarginal() float64 {
	sum := 0.0
	for j, b := range c.rate {
		sum += columnMarginal(c.prior, j, c.n, b)
	}
	return sum
}

// columnMarginal returns the log density of the n values of column j whose posterior rate is b.
func columnMarginal(p *Prior, j, n int, b float64) float64 {
	a, before := p.Freedom/2, p.strength()*p.shape[j]/2
	after := a + float64(n)/2
	return special.LogGamma(after) - special.LogGamma(a) + a*math.Log(before/b) - float64(n)/2*math.Log(b) +
		0.5*math.Log(p.Kappa/(p.Kappa+float64(n))) - float64(n)/2*math.Log(2*math.Pi)
}

// Draw implements Component.
func (c *Diagonal) Draw(rng *rand.Rand, precision []float64) (distance float64) {
	for j := range c.mean {
		t, d := drawColumn(c.prior, j, c.n, c.mean[j], c.rate[j], rng)
		precision[j] += t
		distance += d
	}
	return distance
}

// drawColumn draws precision τ and mean μ of column j, and returns τ and τ(μ−m₀)².
func drawColumn(p *Prior, j, n int, mean, rate float64, rng *rand.Rand) (tau, distance float64) {
	tau = Gamma((p.Freedom+float64(n))/2, rate, rng)
	e := mean - p.Mean[j] + rng.NormFloat64()/math.Sqrt((p.Kappa+float64(n))*tau)
	return tau, tau * e * e
}

// sumLog returns Σ log x of positive numbers.
func sumLog(x []float64) float64 {
	sum := 0.0
	for j := 0; j < len(x); {
		p := 1.0
		from := j
		for end := min(j+block, len(x)); j < end; j++ {
			p *= x[j]
		}
		if p > 1e-300 && p < math.MaxFloat64 {
			sum += math.Log(p)
			continue
		}
		for _, v := range x[from:j] {
			sum += math.Log(v)
		}
	}
	return sum
}
