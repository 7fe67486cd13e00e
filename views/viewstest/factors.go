package viewstest

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// FakeFactors is a table of 6 cases × 5 items with a missing cell, and two factors on it.
func FakeFactors() (*inference.Dataset, *factor.State) {
	f := &factor.State{IDs: []int{7, 9}, Noise: []float64{1, 1, 1, 1, 1},
		Inclusion:  mat.NewDense(5, 2, []float64{0, 1, 0, 1, 1, 1, 0, 0, 1, 0}),
		Loadings:   mat.NewDense(5, 2, []float64{0, 2, 0, -1, 1, 1, 0, 0, 3, 0}),
		Activities: mat.NewDense(6, 2, []float64{1, 0, 0, 1, 1, 1, -1, 0, 0, -1, 2, 0})}
	d := &inference.Dataset{Name: "fake", X: mat.NewDense(6, 5, nil), Scale: []float64{1, 1, 1, 1, 1},
		Centre: make([]float64, 5)}
	d.X.Mul(f.Activities, f.Loadings.T())
	d.X.Set(2, 1, math.NaN())
	for i := range 6 {
		d.Rows = append(d.Rows, fmt.Sprintf("case %d", i))
	}
	for j := range 5 {
		d.Columns = append(d.Columns, fmt.Sprintf("item %d", j))
	}
	d.Annotations = []inference.Annotation{inference.NewAnnotation("kind", []string{"b", "a", "b", "a", "b", "a"})}
	return d, f
}
