package crp

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// DrawConcentration draws θ given that n customers sit at k tables and there is no discount, from its present value:
// with η ~ Beta(θ+1, n) and the prior Ga(shape, rate), θ is Ga(shape+k, rate−log η) with odds
// (shape+k−1)/(n(rate−log η)), else Ga(shape+k−1, rate−log η) (Escobar and West 1995, section 6).
func DrawConcentration(theta float64, n, k int, shape, rate float64, rng *rand.Rand) float64 {
	gamma := func(shape, rate float64) float64 { return distuv.Gamma{Alpha: shape, Beta: rate, Src: rng}.Rand() }
	x, y := gamma(theta+1, 1), gamma(float64(n), 1)
	rate -= math.Log(x / (x + y))
	shape += float64(k)
	if odds := (shape - 1) / (float64(n) * rate); rng.Float64() >= odds/(1+odds) {
		shape--
	}
	return gamma(shape, rate)
}

// ConcentrationRate is the rate of the exponential prior of θ under which n customers sit at one table with about the
// probability ½, whatever their number; the mean number of tables is about 2.
func ConcentrationRate(n int) float64 { return math.Log(float64(max(2, n))) }
