package linesearch

import (
	"math"
	"testing"
)

func TestMaximise(t *testing.T) {
	for _, best := range []float64{1e-9, 1e-4, 0.2, 0.9} {
		f := func(x float64) float64 { return -math.Abs(math.Log(x / best)) }
		at, value := Maximise(1e-12, 1, 0.5, f(0.5), f)
		if !(math.Abs(math.Log(at/best)) <= 0.05) || value != f(at) {
			t.Errorf("best at %g, found %g", best, at)
		}
	}
	if at, value := Maximise(0, 1, 0.3, 5, func(float64) float64 { return 1 }); at != 0.3 || value != 5 {
		t.Error("a start better than all that was tried must be kept")
	}
}
