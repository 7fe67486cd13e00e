package inferencetest_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// A Gibbs sampler of μ ~ N(0,1), y ~ N(μ,1) is held against draws from the model.
func ExampleGeweke() {
	test := func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 1))
		var mu, y float64
		forward := func() []float64 {
			m := rng.NormFloat64()
			return []float64{m, m + rng.NormFloat64()}
		}
		chain := func() []float64 {
			mu = y/2 + math.Sqrt(0.5)*rng.NormFloat64() // μ given y
			y = mu + rng.NormFloat64()                  // y given μ
			return []float64{mu, y}
		}
		inferencetest.Geweke(t, []string{"μ", "y"}, forward, chain, 10_000)
	}
	_ = test // a test of the model's package
}
