package neighbours_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/model/neighbours"
	"example.org/espalier/sampledata"
)

// The two measurements of flowers that predict each other most surely.
func Example() {
	table, _ := sampledata.Open("iris")
	m := neighbours.Model{}
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
	// Output: sepal_length, sepal_width: 1.00
}
