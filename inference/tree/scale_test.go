package tree

import (
	"math"
	"testing"
)

// Times of branch points are multiplied, those that rounding would make one stay apart, and the tree that was given
// stays as it was.
func TestScaled(t *testing.T) {
	late := math.Inf(1)
	x, err := New([]string{"a", "b", "c", "d"}, []int{6, 6, 5, 4, -1, 4, 5},
		[]float64{late, late, late, late, 0.25, 300, 700})
	if err != nil {
		t.Fatal(err)
	}
	for _, share := range []float64{1, 0.999, 0.5, 1e-3} {
		y := x.Scaled(share)
		if err := y.Check(); err != nil {
			t.Errorf("%v: %v", share, err)
		}
		for v := 4; v < 7; v++ {
			if want := share * x.Time(v); !(math.Abs(y.Time(v)-want) <= 1e-14) {
				t.Errorf("%v: node %d at %v, want %v", share, v, y.Time(v), want)
			}
		}
		if !math.IsInf(y.LogTime[0], 1) || x.LogTime[4] != 0.25 || x.LogTime[6] != 700 {
			t.Errorf("%v: leaves at %v, the tree that was given at %v", share, y.LogTime[:4], x.LogTime)
		}
	}
}
