package pydt

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// SampleLocations draws Brownian locations down the tree and returns those of the
// leaves, n×d, with observation noise of the given variance added.
func SampleLocations(t *tree.Tree, d int, sigma2, noise float64, rng *rand.Rand) *mat.Dense {
	locations := make([][]float64, t.Nodes())
	x := mat.NewDense(t.Leaves(), d, nil)
	stack := []int{t.Top}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		above, rem := make([]float64, d), 1.0
		if p := t.Parent[v]; p >= 0 {
			above, rem = locations[p], math.Exp(-t.LogTime[p])
		}
		sd := math.Sqrt(sigma2 * (rem - math.Exp(-t.LogTime[v])))
		at := make([]float64, d)
		for j := range at {
			at[j] = above[j] + sd*rng.NormFloat64()
		}
		locations[v] = at
		if t.IsLeaf(v) {
			for j := range at {
				x.Set(v, j, at[j]+math.Sqrt(noise)*rng.NormFloat64())
			}
		}
		stack = append(stack, t.Children[v]...)
	}
	return x
}

// samplePrior draws a data set of n rows and d columns with the tree behind it.
func samplePrior(n, d int, names []string, h posterior.Hyper, rng *rand.Rand) inference.Draw {
	t := h.Prior.Sample(h.C, names[:n], rng)
	return inference.Draw{X: SampleLocations(t, d, h.Sigma2, h.Noise, rng), Tree: t}
}
