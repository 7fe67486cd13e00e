package observation

import (
	"math"
	"math/rand/v2"
)

const ln2Pi = 1.8378770664093454835606594728112

// A Point is a number with a known error: y ~ N(u, Variance).
type Point struct{ Value, Variance float64 }

// Moments implements [Factor].
func (p *Point) Moments(m, w, mean, variance []float64) float64 {
	total := w[0] + p.Variance
	e := p.Value - m[0]
	mean[0], variance[0] = m[0]+w[0]*e/total, w[0]*p.Variance/total
	return -0.5 * (ln2Pi + math.Log(total) + e*e/total)
}

// Draw implements [Factor].
func (p *Point) Draw(m, w []float64, rng *rand.Rand, u []float64) {
	u[0] = p.Value
	if p.Variance > 0 {
		total := w[0] + p.Variance
		u[0] = m[0] + w[0]*(p.Value-m[0])/total + rng.NormFloat64()*math.Sqrt(w[0]*p.Variance/total)
	}
}

// Numbers is a column of numbers, each with an error of this variance; 0 where the model has the noise.
type Numbers struct{ Variance float64 }

// Width implements [Column].
func (Numbers) Width() int { return 1 }

// Threshold implements [Column].
func (Numbers) Threshold() bool { return false }

// Intercept implements [Column].
func (Numbers) Intercept() float64 { return 0 }

// Predict implements [Column].
func (Numbers) Predict(_ int, m, _ []float64) float64 { return m[0] }

// Factor implements [Column].
func (n Numbers) Factor(_ int, value float64) Factor {
	if math.IsNaN(value) {
		return nil
	}
	return &Point{Value: value, Variance: n.Variance}
}
