package factors

import (
	"testing"

	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

func TestUnitLoadings(t *testing.T) {
	f := &factor.State{IDs: []int{0}, Loadings: mat.NewDense(2, 1, []float64{1, -3}),
		Activities: mat.NewDense(4, 1, []float64{2, -2, 2, 2})}
	if u := UnitLoadings(f); u.At(0, 0) != 2 || u.At(1, 0) != -6 {
		t.Errorf("loadings %v", mat.Formatted(u))
	}
	if UnitLoadings(nil) != nil {
		t.Error("loadings of nothing")
	}
}
