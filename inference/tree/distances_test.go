package tree_test

import (
	"math"
	"testing"

	"example.org/espalier/inference/tree"
)

// Paths of ((a:.2,b:.2):.3,c:.5) by hand.
func TestDistances(t *testing.T) {
	x, err := tree.ParseNewick([]byte("((a:0.2,b:0.2):0.3,c:0.5);"))
	if err != nil {
		t.Fatal(err)
	}
	scale := 0.5 / x.Time(0) // the last leaf of a tree that is read stands at time 1
	for leaf, want := range [][]float64{{0, 0.4, 1}, {0.4, 0, 1}, {1, 1, 0}} {
		for other, d := range x.Distances(leaf) {
			if !(math.Abs(scale*d-want[other]) < 1e-9) {
				t.Errorf("from %d to %d: %v in place of %v", leaf, other, scale*d, want[other])
			}
		}
	}
}
