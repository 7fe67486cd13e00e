package hyper

import (
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/covary"
)

// SamplePrior draws a data set of n rows and d columns with the tree behind it.
func SamplePrior(n, d int, names []string, h Hyper, rng *rand.Rand) inference.Draw {
	t := h.Prior.Sample(h.C, names[:n], rng)
	return inference.Draw{X: covary.SampleLocations(t, d, h.Sigma2, h.Noise, rng), Tree: t}
}
