package blockmodel_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/blockmodel"

	"gonum.org/v1/gonum/mat"
)

func Example() {
	// Two groups of four, each linked within, and one link between them.
	x := mat.NewDense(8, 8, nil)
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	for i := range 8 {
		for j := range 8 {
			if i != j && i/4 == j/4 || i+j == 7 && i*j == 12 {
				x.Set(i, j, 1)
			}
		}
	}
	data := &inference.Dataset{X: x, Kind: inference.Binary, Rows: names, Columns: names, Centre: make([]float64, 8),
		Scale: []float64{1, 1, 1, 1, 1, 1, 1, 1}}
	m := blockmodel.Model{}
	fit, _ := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for sweep := 0; sweep < 200; {
		if r, _ := fit.Step(context.Background()); r.Scalars != nil {
			sweep++
		}
	}
	fmt.Println(partition.LabelsOf(fit.Snapshot()))
	// Output:
	// [0 0 0 0 1 1 1 1]
}
