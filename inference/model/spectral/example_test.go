package spectral_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/spectral"
	"example.org/espalier/sampledata"
)

func Example() {
	table, _ := sampledata.Open("iris")
	m := spectral.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	s := m.Info().Defaults()
	_ = s.Set("k", "2")
	fit, _ := m.New(data, s, inference.Streams{Seed: 1}, 1)
	for {
		if r, err := fit.Step(context.Background()); err != nil || r.Scalars != nil {
			break
		}
	}
	size := make([]int, 2)
	for _, k := range partition.LabelsOf(fit.Snapshot()) {
		size[k]++
	}
	fmt.Println(size)
	// Output:
	// [100 50]
}
