package gap

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/tree"
)

// Depth returns how deep the deepest gap is that one of the first seven cuts of a tree by branches leaves: √n times
// the dip of the n rows along the line that tells the two parts best apart (see [Along] and [Dip]). It is 0 where no
// cut leaves a gap by the test of [NumberOf]. So trees of the same rows can be compared by how clear their groups are.
// row returns the values of a leaf, all of one length, NaN for a missing cell.
func Depth(t *tree.Tree, row func(leaf int) []float64) float64 {
	if t.Leaves() < 2*leastApart {
		return 0
	}
	kept, cut, rows := told(t, row)
	x := spread(rows, kept, rand.New(rand.NewPCG(uint64(len(kept)), 1)))
	deepest := 0.0
	for i := range mostCuts(cut, len(kept)) {
		if along := alongCut(cut, i, x); along != nil && Chance(along) <= levelOf(i) {
			deepest = math.Max(deepest, Dip(along)*math.Sqrt(float64(len(along))))
		}
	}
	return deepest
}
