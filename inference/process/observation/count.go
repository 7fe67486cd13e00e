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
	constant  float64 // −log y!
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

// Width implements [Column].
func (*Counts) Width() int { return 1 }

// Threshold implements [Column].
func (*Counts) Threshold() bool { return false }

// Factor implements [Column]; the value is a count.
func (c *Counts) Factor(row int, value float64) Factor {
	if math.IsNaN(value) {
		return nil
	}
	y := &count{of: c, y: value, constant: -special.LogGamma(value + 1)}
	if c.offset != nil {
		y.offset = c.offset[row]
	}
	return y
}

// density returns the density of the latent number of a cell.
func (y *count) density(m, w float64) *scalar {
	base, g := y.offset+y.of.a, y.of.g
	return &scalar{m: m, w: w, start: (math.Log(y.y+0.5) - base) / g, factor: func(u float64) (log, first, bend float64) {
		eta := base + g*u
		rate := math.Exp(eta)
		return y.y*eta - rate + y.constant, g * (y.y - rate), g * g * rate
	}}
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
