package rowmap_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/places"
	"example.org/espalier/inference/model/rowmap"
	"example.org/espalier/sampledata"
)

func Example() {
	table, _ := sampledata.Open("iris")
	m := rowmap.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	fit, _ := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for steps := 0; steps < 600; {
		r, err := fit.Step(context.Background())
		if err != nil {
			break
		}
		if r.Scalars != nil {
			steps++
		}
	}
	p := places.Of(fit.Snapshot())
	fmt.Println(len(p.X), p.Trust > 0.9, p.Continuity > 0.9)
	// Output:
	// 150 true true
}
