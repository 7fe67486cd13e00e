package vector

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestCentre(t *testing.T) {
	gap := math.NaN()
	x := mat.NewDense(3, 3, []float64{1, gap, gap, 3, 4, gap, 8, 6, gap})
	Centre(x)
	if want := mat.NewDense(3, 3, []float64{-3, 0, 0, -1, -1, 0, 4, 1, 0}); !mat.Equal(x, want) {
		t.Errorf("%v", mat.Formatted(x))
	}
}
