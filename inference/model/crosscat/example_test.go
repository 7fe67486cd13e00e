package crosscat_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/crosscat"

	"gonum.org/v1/gonum/mat"
)

func Example() {
	const n, d = 24, 8
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			// The first four columns tell of one division of the rows, the others of another.
			if j < 4 && i < n/2 || j >= 4 && i%2 == 0 {
				x.Set(i, j, 1)
			}
		}
	}
	ones := make([]float64, d)
	for j := range ones {
		ones[j] = 1
	}
	data := &inference.Dataset{X: x, Kind: inference.Binary, Centre: make([]float64, d), Scale: ones}
	m := crosscat.Model{}
	fit, _ := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for sweep := 0; sweep < 200; {
		if r, _ := fit.Step(context.Background()); r.Scalars != nil {
			sweep++
		}
	}
	v := partition.ViewsOf(fit.Snapshot())
	fmt.Println(v.Columns.Labels)
	fmt.Println(v.Rows[0].Labels)
	fmt.Println(v.Rows[1].Labels)
	// Output:
	// [0 0 0 0 1 1 1 1]
	// [0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1 1 1]
	// [0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1]
}
