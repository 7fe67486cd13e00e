package dendro

import (
	"fmt"
	"math/rand/v2"

	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"
)

// example returns a dendrogram with everything beside it.
func example(leaves, columns int, levels []string, seed uint64) *Dendrogram {
	rng := rand.New(rand.NewPCG(seed, 1))
	t := plottingtest.Coalescent(leaves, rng)
	d := NewDendrogram(t)
	d.Title = "Best of 1,000 trees, random"
	d.Subtitle = fmt.Sprintf("Pitman-Yor diffusion tree · %d leaves", leaves)
	if columns > 0 {
		d.Heat = beside.NewHeat(plottingtest.DatasetOf(plottingtest.Diffused(t, columns, rng)), beside.HeatOptions{})
	}
	if len(levels) > 0 {
		d.Strips = []beside.Strip{{Annotation: plottingtest.CladeLabels(t, "tissue", levels, rng)}}
	}
	return d
}
