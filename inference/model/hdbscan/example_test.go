package hdbscan_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/hdbscan"
	"example.org/espalier/sampledata"
)

func Example() {
	table, _ := sampledata.Open("iris")
	m := hdbscan.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	fit, _ := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
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
	// map[-1:3 0:98 1:49]
}
