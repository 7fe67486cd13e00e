package posterior

import (
	"testing"

	"example.org/espalier/inference/model/pydt/problem"
)

// Steps shorten with the fourth root of the number of cells, from two on.
func TestSharpness(t *testing.T) {
	for cells, want := range map[int]float64{0: 1, 1: 1, 2: 1, 32: 0.5, 512: 0.25} {
		if got := (&problem.Problem{Cells: cells}).Sharpness(); got != want {
			t.Errorf("%d cells: %v, want %v", cells, got, want)
		}
	}
}
