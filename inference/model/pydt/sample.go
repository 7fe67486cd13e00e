package pydt

import (
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/covary"
)

// samplePrior draws a data set of n rows and d columns with the tree behind it.
func samplePrior(n, d int, names []string, h posterior.Hyper, rng *rand.Rand) inference.Draw {
	t := h.Prior.Sample(h.C, names[:n], rng)
	return inference.Draw{X: covary.SampleLocations(t, d, h.Sigma2, h.Noise, rng), Tree: t}
}
