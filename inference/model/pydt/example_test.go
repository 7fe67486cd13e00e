package pydt_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/sampledata"
)

// A few steps of the search for a tree of crabs.
func Example() {
	table, _ := sampledata.Open("crabs")
	m := pydt.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	fit, _ := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for range 20 {
		if r, err := fit.Step(context.Background()); err != nil || r.Done {
			break
		}
	}
	t := forest.TreesOf(fit.Snapshot())[0].Tree
	fmt.Println(t.Leaves(), "leaves")
	// Output: 200 leaves
}
