package classtree_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/classtree"

	"gonum.org/v1/gonum/mat"
)

func Example() {
	x := mat.NewDense(6, 5, []float64{
		1, 0, 1, 0, 0,
		1, 0, 1, 0, 0,
		0, 1, 0, 1, 1,
		1, 0, 1, 0, 0,
		0, 1, 0, 1, 1,
		0, 1, 0, 1, 1,
	})
	ones := make([]float64, 5)
	for j := range ones {
		ones[j] = 1
	}
	data := &inference.Dataset{X: x, Kind: inference.Binary, Centre: make([]float64, 5), Scale: ones}
	m := classtree.Model{}
	fit, _ := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for sweep := 0; sweep < 200; {
		if r, _ := fit.Step(context.Background()); r.Scalars != nil {
			sweep++
		}
	}
	fmt.Println(partition.LabelsOf(fit.Snapshot()))
	// Output:
	// [0 0 1 0 1 1]
}
