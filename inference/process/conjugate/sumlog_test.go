package conjugate

import (
	"math"
	"slices"
	"testing"
)

// Products that vanish or overflow are taken apart.
func TestSumLog(t *testing.T) {
	for _, x := range [][]float64{nil, {2, 3, 0.5}, {1e-200, 1e-200, 7}, {1e200, 1e200, 1e200},
		slices.Repeat([]float64{1e-90}, 40)} {
		want := 0.0
		for _, v := range x {
			want += math.Log(v)
		}
		if got := sumLog(x); !(math.Abs(got-want) <= 1e-12*(1+math.Abs(want))) {
			t.Errorf("of %v: %v, want %v", x, got, want)
		}
	}
}
