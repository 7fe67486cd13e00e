package pydt

import (
	"math"
	"math/rand/v2"
)

// The prior of the noise s² has the density, up to a constant,
//
//	p(v) ∝ v^(−¼) (1 + v/w)^(−3/2) e^(−b/v),  w = 0.3,  b = 10⁻⁴,
//
// in units of the variance of the table. Without the last factor v/w is the ratio of two gamma variables of shape ¾: a
// beta prime distribution, the same for v/w and for w/v. It favours neither detail nor noise, and reaches from a
// hundredth of the variance to all of it. The last factor keeps noise from vanishing, which is needed where rows are equal
// (math 5.1).
const (
	noiseShape = 0.75
	noiseScale = 0.3
	noiseLeast = 1e-4
)

// logNoise returns the log prior density of ln s² at x, up to a constant.
func logNoise(x float64) float64 {
	v := math.Exp(x)
	return noiseShape*x - 2*noiseShape*math.Log1p(v/noiseScale) - noiseLeast/v
}

// logNoisePrecision returns the log prior density of 1/s² at s² = v.
func logNoisePrecision(v float64) float64 {
	return logNoise(math.Log(v)) + math.Log(v) - logNoiseMass
}

// logNoiseMass is the logarithm of the integral of e to the power of logNoise.
var logNoiseMass = math.Log(noiseMass(lowestNoise, highestNoise))

// The prior has no mass to speak of beyond these logarithms of s².
var lowestNoise, highestNoise = math.Log(noiseLeast) - 6, math.Log(noiseScale) + 40

// drawNoisePrior draws s² from its prior.
func drawNoisePrior(rng *rand.Rand) float64 {
	for {
		v := noiseScale * gammaDraw(rng, noiseShape, 1) / gammaDraw(rng, noiseShape, 1)
		if rng.Float64() < math.Exp(-noiseLeast/v) {
			return v
		}
	}
}

// noiseMass returns the integral of e to the power of logNoise between two logarithms of s², by Simpson's rule.
func noiseMass(from, to float64) float64 {
	const steps = 2000
	h, sum := (to-from)/steps, 0.0
	for i := range steps + 1 {
		weight := 2 + 2*float64(i%2)
		if i == 0 || i == steps {
			weight = 1
		}
		sum += weight * math.Exp(logNoise(from+h*float64(i)))
	}
	return sum * h / 3
}

// bestNoise returns the s² of highest density given the sum of the expected squares that it has to explain in so many
// cells, with the density of the prior in 1/s²: the root of a quadratic equation.
func bestNoise(squares, cells float64) float64 {
	p, q := noiseLeast+squares/2, cells/2-noiseShape-1
	half := (p - q*noiseScale) / 2
	root := math.Sqrt(half*half + (q+2*noiseShape)*p*noiseScale)
	if half < 0 { // without cancellation
		return p * noiseScale / (root - half)
	}
	return (half + root) / (q + 2*noiseShape)
}
