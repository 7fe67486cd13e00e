// Package special holds the functions of one or two numbers that models share and the standard
// library lacks.
package special

import "math"

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

// LogGamma returns log Γ(x) at x > 0.
func LogGamma(x float64) float64 { y, _ := math.Lgamma(x); return y }

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
