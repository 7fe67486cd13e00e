package ggm_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/model/ggm"
	"example.org/espalier/sampledata"
)

// The strongest edge of a graph of measurements, after a few sweeps.
func Example() {
	table, _ := sampledata.Open("iris")
	m := ggm.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	fit, _ := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for range 20 {
		if r, err := fit.Step(context.Background()); err != nil || r.Done {
			break
		}
	}
	e := slices.MaxFunc(graph.Of(fit.Snapshot()).Edges, func(a, b graph.Edge) int {
		return cmp.Compare(math.Abs(a.Weight), math.Abs(b.Weight))
	})
	fmt.Printf("%s, %s\n", data.Columns[e.From], data.Columns[e.To])
	// Output: petal_length, petal_width
}
