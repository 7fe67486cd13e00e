package outtree

import (
	"math"
	"testing"
)

// Of three rows at 0, 1 and 4 the squared distances to the nearest are 1, 1 and 9.
func TestNearest(t *testing.T) {
	if got := nearest([]float64{0, 1, 16, 1, 0, 9, 16, 9, 0}, 3); math.Abs(got-11.0/3) > 1e-12 {
		t.Errorf("%v, want 11/3", got)
	}
	if got := nearest([]float64{0, 0, 0, 0}, 2); got != 1e-12 {
		t.Errorf("%v for equal rows", got)
	}
}
