package observation

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// Counts is a column of counts: y ~ Poisson(exp(o + a + γu)), with o the log of the row's library size or exposure.
// The noise of u makes them more spread than a Poisson distribution.
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

// NewCounts returns a column with log rates offset + level + spread·u; offset is by row, or nil.
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

// density returns the density of the latent number of a cell.
func (y *count) density(m, w float64) *scalar {
	base, g := y.offset+y.of.a-y.logY, y.of.g // of the log rate over y
	start := -base / g
	factor := func(u float64) (log, first, bend float64) {
		d := base + g*u
		excess := math.Expm1(d)
		return y.constant + y.y*(d-excess), -g * y.y * excess, g * g * y.y * (1 + excess)
	}
	if y.y == 0 {
		start = (-math.Ln2 - base) / g
		factor = func(u float64) (log, first, bend float64) {
			rate := math.Exp(base + g*u)
			return -rate, -g * rate, g * g * rate
		}
	}
	return &scalar{m: m, w: w, start: start, factor: factor}
}

// Moments implements [Factor].
func (y *count) Moments(m, w, mean, variance []float64) float64 {
	logZ, e, v := y.density(m[0], w[0]).moments(y.of.g*y.of.g*w[0] > 4)
	mean[0], variance[0] = e, v
	return logZ
}

// Draw implements [Factor].
func (y *count) Draw(m, w []float64, rng *rand.Rand, u []float64) {
	u[0] = y.density(m[0], w[0]).draw(rng)
}
