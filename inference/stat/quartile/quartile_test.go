package quartile

import (
	"math"
	"testing"
)

func TestOf(t *testing.T) {
	b := Of([]float64{5, 1, 2, 3, math.NaN(), 4, 100})
	// Quartiles of 1 2 3 4 5 100 between the second and third and so on.
	if b.N != 6 || b.Quarter != 2.25 || b.Median != 3.5 || b.Threeq != 4.75 || b.Low != 1 || b.High != 5 ||
		b.Far != 100 {
		t.Errorf("%+v", b)
	}
	if b := Of(nil); b.N != 0 || !math.IsNaN(b.Median) {
		t.Errorf("of nothing %+v", b)
	}
	if b := Of([]float64{7}); b.Low != 7 || b.High != 7 || b.Median != 7 {
		t.Errorf("of one %+v", b)
	}
}

// TestAt compares with R 4.2: quantile(c(3,1,4,1,5,9,2,6), c(.25,.5,.75)) and quantile(c(1,2,30), .75).
func TestAt(t *testing.T) {
	v := []float64{1, 1, 2, 3, 4, 5, 6, 9}
	for p, want := range map[float64]float64{0: 1, 0.25: 1.75, 0.5: 3.5, 0.75: 5.25, 1: 9} {
		if got := At(v, p); got != want {
			t.Errorf("%v: %v, want %v", p, got, want)
		}
	}
	if got := At([]float64{1, 2, 30}, 0.75); got != 16 {
		t.Errorf("of three: %v", got)
	}
	if !math.IsNaN(At(nil, 0.5)) {
		t.Error("none have a median")
	}
}
