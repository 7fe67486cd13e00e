package branches_test

import (
	"math"
	"testing"

	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// The odds of branches against their collapse are the same over columns and over classes, within the 1e-9 of a
// logarithm.
func TestCollapseOverColumns(t *testing.T) {
	count := 0
	for seed := range uint64(6) {
		s, _ := pydttest.Twins(t, seed, 25, 9)
		over, classes := branches.NewCollapser(s), branches.NewCollapser(s)
		for _, v := range append([]int32(nil), s.Preorder()...) {
			if s.IsLeaf(v) || s.Parent[v] < 0 {
				continue
			}
			s.Columnwise = true
			a := over.Odds(v)
			s.Columnwise = false
			if b := classes.Odds(v); a != b && !(math.Abs(a-b) <= 1e-8) {
				t.Fatalf("seed %d: log odds %v over columns and %v over classes", seed, a, b)
			}
			count++
		}
	}
	if count < 20 {
		t.Fatalf("only %d branches", count)
	}
}
