package bhc_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/bhc"
	"example.org/espalier/sampledata"
)

func Example() {
	table, _ := sampledata.Open("eighteen_clusters")
	m := bhc.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	fit, _ := m.New(data, m.Info().Defaults(), inference.Streams{}, 1)
	for {
		if r, err := fit.Step(context.Background()); err != nil || r.Done {
			break
		}
	}
	clusters := map[int]bool{}
	for _, k := range partition.LabelsOf(fit.Snapshot()) {
		clusters[k] = true
	}
	fmt.Println(len(clusters))
	// Output: 18
}
