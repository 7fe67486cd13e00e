package affinity_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/affinity"
	"example.org/espalier/sampledata"
)

func Example() {
	table, _ := sampledata.Open("iris")
	m := affinity.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	s := m.Info().Defaults()
	_ = s.Set("k", "3")
	fit, _ := m.New(data, s, inference.Streams{Seed: 1}, 1)
	for {
		if r, err := fit.Step(context.Background()); err != nil || r.Done {
			break
		}
	}
	size := map[int]int{}
	for _, k := range partition.LabelsOf(fit.Snapshot()) {
		size[k]++
	}
	fmt.Println(size)
	// Output:
	// map[0:51 1:50 2:49]
}
