package vbmfa_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/model/vbmfa"
	"example.org/espalier/sampledata"
)

// A mixture finds how many clusters there are.
func Example() {
	table, _ := sampledata.Open("iris")
	m := vbmfa.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	fit, _ := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for {
		if r, err := fit.Step(context.Background()); err != nil || r.Done {
			break
		}
	}
	fmt.Println(len(mixture.Of(fit.Snapshot()).Components))
	// Output: 3
}
