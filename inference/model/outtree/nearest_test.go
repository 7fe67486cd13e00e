package outtree

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Of three rows at 0, 1 and 4 the squared distances to the nearest are 1, 1 and 9.
func TestNearest(t *testing.T) {
	of := func(x ...float64) float64 {
		return newTable(mat.NewDense(len(x), 1, x), prior{mean: []float64{0}, variance: []float64{1}}).nearest()
	}
	if got := of(0, 1, 4); !(math.Abs(got-11.0/3) <= 1e-12) {
		t.Errorf("%v, want 11/3", got)
	}
	// Of the equal rows one is at 1 from the nearest that differs, the others count nothing.
	if got := of(0, 1, 4, 0, 0, 1); !(math.Abs(got-11.0/6) <= 1e-12) {
		t.Errorf("%v, want 11/6", got)
	}
	if got := of(2, 2); got != 1e-12 {
		t.Errorf("%v for equal rows", got)
	}
}
