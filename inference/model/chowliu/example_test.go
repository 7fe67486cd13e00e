package chowliu_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/model/chowliu"
	"example.org/espalier/sampledata"
)

// The strongest edge of a tree of measurements.
func Example() {
	table, _ := sampledata.Open("iris")
	m := chowliu.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	fit, _ := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for {
		if r, err := fit.Step(context.Background()); err != nil || r.Done {
			break
		}
	}
	e := slices.MaxFunc(graph.Of(fit.Snapshot()).Edges,
		func(a, b graph.Edge) int { return cmp.Compare(a.Strength, b.Strength) })
	fmt.Printf("%s, %s: %.2f\n", data.Columns[e.From], data.Columns[e.To], e.Strength)
	// Output: sepal_length, petal_length: 1.00
}
