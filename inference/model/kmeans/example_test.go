package kmeans_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/sampledata"
)

func Example() {
	table, _ := sampledata.Open("iris")
	m := kmeans.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	s := m.Info().Defaults()
	_ = s.Set("k", "3")
	fit, _ := m.New(data, s, inference.Streams{Seed: 1}, 1)
	for range 20 {
		_, _ = fit.Step(context.Background())
	}
	for _, c := range mixture.Of(fit.Snapshot()).Components {
		fmt.Println(c.Size)
	}
	// Output:
	// 53
	// 50
	// 47
}
