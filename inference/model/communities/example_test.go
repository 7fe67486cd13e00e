package communities_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/communities"
	"example.org/espalier/sampledata"
)

func Example() {
	table, _ := sampledata.Open("iris")
	m := communities.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	s := m.Info().Defaults()
	_ = s.Set("resolution", "0.2")
	fit, _ := m.New(data, s, inference.Streams{Seed: 1}, 1)
	for {
		if r, err := fit.Step(context.Background()); err != nil || r.Scalars != nil {
			break
		}
	}
	size := map[int]int{}
	for _, k := range partition.LabelsOf(fit.Snapshot()) {
		size[k]++
	}
	fmt.Println(size)
	// Output:
	// map[0:67 1:33 2:33 3:17]
}
