package factors

import (
	"math"
	"testing"

	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

func TestReconstructionError(t *testing.T) {
	truth := mat.NewDense(3, 2, []float64{1, 0, 2, 0, 0, 3})
	same := mat.NewDense(3, 3, []float64{0, -1, 9, 0, -2, 9, 3, 0, 9}) // in another order, turned, with one too many
	if e := ReconstructionError(truth, same); e != 0 {
		t.Errorf("error %v of the truth", e)
	}
	if e := ReconstructionError(truth, nil); !(math.Abs(e-(1+4+9)/6.0) <= 1e-12) {
		t.Errorf("error %v of nothing", e)
	}
	// The first is nearest to both: 1 off the first column, (1+4+9) off the second.
	if e := ReconstructionError(truth, mat.NewDense(3, 1, []float64{1, 1, 0})); !(math.Abs(e-(1+(1+1+9))/6.0) <= 1e-12) {
		t.Errorf("error %v", e)
	}
}

func TestUnitLoadings(t *testing.T) {
	f := &factor.State{IDs: []int{0}, Loadings: mat.NewDense(2, 1, []float64{1, -3}), Activities: mat.NewDense(4, 1, []float64{2, -2, 2, 2})}
	if u := UnitLoadings(f); u.At(0, 0) != 2 || u.At(1, 0) != -6 {
		t.Errorf("loadings %v", mat.Formatted(u))
	}
	if UnitLoadings(nil) != nil {
		t.Error("loadings of nothing")
	}
}
