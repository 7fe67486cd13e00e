// Package special holds the functions of one or two numbers that models share and the standard
// library lacks, and draws from the gamma distribution.
package special

import (
	"math"
	"math/rand/v2"
)

// LogAdd returns log(exp a + exp b).
func LogAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// LogMinusExp returns log(1 − e^(−x)) for x > 0 without cancellation, −Inf for 0 (Mächler 2012, Accurately computing
// log(1 − exp(−|a|)), equation 7).
func LogMinusExp(x float64) float64 {
	if x > math.Ln2 {
		return math.Log1p(-math.Exp(-x))
	}
	return math.Log(-math.Expm1(-x))
}

// LogGamma returns log Γ(x) at x > 0.
func LogGamma(x float64) float64 { y, _ := math.Lgamma(x); return y }

// GammaExcess returns by how much the integral of a gamma density of shape k, as one of the
// logarithm, exceeds Laplace's approximation of it: about 1/(12k).
func GammaExcess(k float64) float64 {
	return LogGamma(k) + k - k*math.Log(k) - 0.5*(log2Pi-math.Log(k))
}

// LogFactorial returns log k!.
func LogFactorial(k int) float64 { return LogGamma(float64(k) + 1) }

// LogPoisson returns the log probability of k under a Poisson distribution with the given rate ≥ 0.
func LogPoisson(k int, rate float64) float64 {
	switch {
	case k < 0 || rate == 0 && k > 0:
		return math.Inf(-1)
	case rate == 0:
		return 0
	}
	return float64(k)*math.Log(rate) - rate - LogFactorial(k)
}

// GammaDraw draws from the gamma distribution of a shape above 0 and the rate 1 (Marsaglia and
// Tsang 2000). Below the shape 1 it draws at shape + 1 and multiplies by U^(1/shape).
func GammaDraw(rng *rand.Rand, shape float64) float64 {
	boost := 1.0
	if shape < 1 {
		boost = math.Pow(rng.Float64(), 1/shape)
		shape++
	}
	d := shape - 1./3
	k := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + k*x
		if v <= 0 {
			continue
		}
		v *= v * v
		if rng.ExpFloat64() > -(x*x/2 + d - d*v + d*math.Log(v)) {
			return boost * d * v
		}
	}
}
