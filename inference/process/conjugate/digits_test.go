package conjugate

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Columns whose squares need more digits than a number has are refused, with a remedy; constant columns and gaps count
// for nothing.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		cells []float64
		prior float64
		fits  bool
	}{
		{[]float64{1, 2, -1, 1}, 1, true},
		{[]float64{1e9, 2, 1e9 + 1, 1}, math.Inf(1), false},
		{[]float64{1e9, 2, -1e9, 1}, math.Inf(1), false},
		{[]float64{1e9, 2e9, -1e9, 1e9}, math.Inf(1), true},
		{[]float64{1e9, 2e9, -1e9, 1e9}, 1, false},
		{[]float64{1, 7e5, -1, 7e5}, 1, true},
		{[]float64{1, math.NaN(), -1, 4}, 1, true},
		{[]float64{1, 0.1, -1, 0.1}, 1, true},
	} {
		if err := Digits("m", mat.NewDense(2, 2, c.cells), c.prior); (err == nil) != c.fits {
			t.Errorf("%v with a prior of %g: %v", c.cells, c.prior, err)
		}
	}
}
