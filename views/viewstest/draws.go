package viewstest

import (
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/forest"

	"gonum.org/v1/gonum/mat"
)

// Noisy returns draws for a data set: trees of its rows with noise on them, in chains.
func Noisy(data *inference.Dataset, chains, each int, noise float64) []forest.Draw {
	rng := rand.New(rand.NewPCG(9, 9))
	var list []forest.Draw
	for chain := range chains {
		for i := range each {
			x := mat.DenseCopyOf(data.X)
			x.Apply(func(_, _ int, v float64) float64 { return v + noise*rng.NormFloat64() }, x)
			t := linkage.Tree(linkage.Cluster(x, linkage.Ward), data.Rows)
			list = append(list, forest.Draw{Chain: chain, Iteration: 10 * i, Tree: t, Objective: -100 + rng.NormFloat64()})
		}
	}
	return list
}
