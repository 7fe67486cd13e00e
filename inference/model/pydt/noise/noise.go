// Package noise is the prior of the variance of the observation noise of a tree.
package noise

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// The prior of the noise s² has the density, up to a constant,
//
//	p(v) ∝ v^(−¼) (1 + v/w)^(−3/2) e^(−b/v),  w = 0.3,  b = 10⁻⁴,
//
// in units of the variance of the table. Without the last factor v/w is the ratio of two gamma variables of shape ¾: a
// beta prime distribution, the same for v/w and for w/v. It favours neither detail nor noise, and reaches from a
// hundredth of the variance to all of it. The last factor keeps noise from vanishing, which is needed where rows are
// equal (math 5.1, equation 5a′).
const (
	shape = 0.75
	scale = 0.3
	least = 1e-4
)

// Log returns the log prior density of ln s² at x, up to a constant.
func Log(x float64) float64 {
	v := math.Exp(x)
	return shape*x - 2*shape*math.Log1p(v/scale) - least/v
}

// LogAt returns [Log] of a variance.
func LogAt(v float64) float64 { return Log(math.Log(v)) }

// LogPrecision returns the log prior density of 1/s² at s² = v.
func LogPrecision(v float64) float64 { return Log(math.Log(v)) + math.Log(v) - logWhole }

// logWhole is the logarithm of the integral of e to the power of Log.
var logWhole = math.Log(mass(lowest, highest))

// The prior has no mass to speak of beyond these logarithms of s².
var lowest, highest = math.Log(least) - 6, math.Log(scale) + 40

// Draw draws s² from its prior.
func Draw(rng *rand.Rand) float64 {
	for {
		v := scale * special.GammaDraw(rng, shape) / special.GammaDraw(rng, shape)
		if rng.Float64() < math.Exp(-least/v) {
			return v
		}
	}
}

// Below returns the probability that s² is below a value.
func Below(v float64) float64 { return mass(lowest, math.Log(v)) / math.Exp(logWhole) }

// mass returns the integral of e to the power of Log between two logarithms of s², by Simpson's rule.
func mass(from, to float64) float64 {
	const steps = 2000
	h, sum := (to-from)/steps, 0.0
	for i := range steps + 1 {
		weight := 2 + 2*float64(i%2)
		if i == 0 || i == steps {
			weight = 1
		}
		sum += weight * math.Exp(Log(from+h*float64(i)))
	}
	return sum * h / 3
}

// Best returns the s² of highest density given the sum of the expected squares that it has to explain in so many
// cells, with the density of the prior in 1/s²: the root of a quadratic equation.
func Best(squares, cells float64) float64 {
	p, q := least+squares/2, cells/2-shape-1
	half := (p - q*scale) / 2
	root := math.Sqrt(half*half + (q+2*shape)*p*scale)
	if half < 0 { // without cancellation
		return p * scale / (root - half)
	}
	return (half + root) / (q + 2*shape)
}
