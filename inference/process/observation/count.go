package observation

import (
	"math"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mathext"
)

// Counts is a column of counts: y ~ Poisson(exp(o + a + γu)), with o the log of the row's library size or exposure. The
// noise of u gives them more variance than a Poisson distribution.
type Counts struct {
	offset []float64 // by row; nil: 0
	a, g   float64
}

// A count is a cell of Counts.
type count struct {
	of        *Counts
	y, offset float64
	logY      float64 // 0 where y is 0
	constant  float64 // y·log y − y − log y!, the greatest log probability
}

// NewCounts returns a column with log rates offset + level + spread·u, spread being the γ of [Counts]; offset is by
// row, or nil.
func NewCounts(offset []float64, level, spread float64) *Counts {
	return &Counts{offset: offset, a: level, g: spread}
}

// RatesOf returns the level and the spread that suit counts whose latent numbers have about variance 1, those with
// their mean and variance where rates are log-normal. Missing counts are NaN; offset is as in [NewCounts].
func RatesOf(y, offset []float64) (level, spread float64) {
	n, sum, exposure := 0.0, 0.0, 0.0
	at := func(i int) float64 {
		if offset == nil {
			return 1
		}
		return math.Exp(offset[i])
	}
	for i, v := range y {
		if !math.IsNaN(v) {
			n++
			sum += v
			exposure += at(i)
		}
	}
	if n == 0 {
		return 0, 1
	}
	mean := (sum + 0.5) / exposure // of a count of exposure 1
	over, squares := 0.0, 0.0
	for i, v := range y {
		if !math.IsNaN(v) {
			e := mean * at(i)
			over += (v-e)*(v-e) - e
			squares += e * e
		}
	}
	variance := math.Max(0.05, math.Log1p(math.Max(0, over/squares)))
	return math.Log(mean) - variance/2, math.Sqrt(variance)
}

// Exposed reports whether rows have exposures of their own.
func (c *Counts) Exposed() bool { return c.offset != nil }

// Width implements [Column].
func (*Counts) Width() int { return 1 }

// Threshold implements [Column].
func (*Counts) Threshold() bool { return false }

// Intercept implements [Column]: that of log rates has variance 9.
func (c *Counts) Intercept() float64 { return 9 / (c.g * c.g) }

// Typical returns the count expected of a row whose exposure is 1 and whose latent number is N(m, w).
func (c *Counts) Typical(m, w []float64) float64 { return math.Exp(c.a + c.g*m[0] + c.g*c.g*w[0]/2) }

// Predict implements [Column].
func (c *Counts) Predict(row int, m, w []float64) float64 {
	eta := c.a + c.g*m[0] + c.g*c.g*w[0]/2
	if c.offset != nil {
		eta += c.offset[row]
	}
	return math.Exp(eta)
}

// Factor implements [Column]; the value is a count.
func (c *Counts) Factor(row int, value float64) Factor {
	if math.IsNaN(value) {
		return nil
	}
	y := &count{of: c, y: value}
	if value > 0 {
		y.logY = math.Log(value)
		y.constant = value*y.logY - value - special.LogGamma(value+1)
	}
	if value > 1e6 { // by Stirling's series, where the terms cancel
		y.constant = -0.5*(ln2Pi+y.logY) - 1/(12*value)
	}
	if c.offset != nil {
		y.offset = c.offset[row]
	}
	return y
}

// A posterior is the density of the latent number of a count in its cavity, over its greatest factors.
type posterior struct{ m, precision, y, base, g float64 }

// posterior returns it, and where to look for its mode.
func (y *count) posterior(m, w float64) (p posterior, start float64) {
	p = posterior{m, 1 / w, y.y, y.offset + y.of.a - y.logY, y.of.g}
	start = -p.base / p.g
	if y.y == 0 {
		start -= math.Ln2 / p.g
	}
	// The Gaussian of the cavity meets that of the factor about its own peak.
	of := p.g * p.g * (p.y + 0.5)
	return p, (m*p.precision + of*start) / (p.precision + of)
}

// at implements density. The log rate is taken over the count, so that the terms of large counts do not cancel.
func (p posterior) at(u float64) (log, first, bend float64) {
	d, e := p.base+p.g*u, u-p.m
	if p.y == 0 {
		rate := math.Exp(d)
		return -rate - 0.5*e*e*p.precision, -p.g*rate - e*p.precision, p.g*p.g*rate + p.precision
	}
	excess := math.Expm1(d)
	return p.y*(d-excess) - 0.5*e*e*p.precision, -p.g*p.y*excess - e*p.precision, p.g*p.g*p.y*(1+excess) + p.precision
}

// Moments implements [Factor].
func (y *count) Moments(m, w, mean, variance []float64) float64 {
	p, start := y.posterior(m[0], w[0])
	log, e, v := integrate(p, start, y.of.g*y.of.g*w[0] > 4)
	mean[0], variance[0] = e, v
	return y.constant + log - 0.5*(ln2Pi+math.Log(w[0]))
}

// Quantile returns the least count of a row that has the probability p or more with all below it, where the latent
// number is N(m, w).
func (c *Counts) Quantile(row int, m, w, p float64) float64 {
	base, spread := c.a+c.g*m, c.g*math.Sqrt(w)
	if c.offset != nil {
		base += c.offset[row]
	}
	below := func(y float64) (sum float64) {
		for i, x := range longNode {
			// The weights are over the standard normal density, but for its constant.
			weight := math.Exp(longLog[i] - 0.5*x*x - 0.5*ln2Pi)
			sum += weight * mathext.GammaIncRegComp(y+1, math.Exp(base+spread*x))
		}
		return sum
	}
	low, high := -1.0, 1.0
	for below(high) < p && high < mostCount {
		low, high = high, 2*high
	}
	for high-low > 1 {
		if middle := math.Floor((low + high) / 2); below(middle) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// mostCount is above all quantiles.
const mostCount = 1 << 50
