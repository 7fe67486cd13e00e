package linkage

import (
	"math"
	"slices"

	"example.org/espalier/inference/tree"
)

const (
	// Headroom is the height of the origin of a tree made by [Tree], relative to that of
	// the highest merge.
	Headroom = 1.05
	// zeroHeight is the height at which merges of equal rows are drawn, relative to the highest
	// merge: as a time 1 − 10⁻⁶/1.05.
	zeroHeight = 1e-6
	// tieStep is how much later in −log(1−t) a merge is placed than the one above it
	// of the same height.
	tieStep = 1e-6
)

// Tree turns merges into a binary tree with times: height h becomes the time t = 1 − h/(1.05·h₁),
// h₁ the greatest height, and the rows are leaves at time 1. Merges at height 0, of equal rows, are
// placed at t = 1 − 10⁻⁶/1.05, or later below a merge that is closer to time 1. A merge of the same
// height as the one above it is placed 10⁻⁶ later in −log(1−t): times always ascend and the tree
// stays binary. Children are in the order (A, B). It panics unless merges are those of len(names) ≥
// 1 rows.
func Tree(merges []Merge, names []string) *tree.Tree {
	n := len(names)
	if n < 1 || len(merges) != n-1 {
		panic("linkage: Tree needs one merge fewer than names")
	}
	m := 2*n - 1
	t := &tree.Tree{
		Names:    slices.Clone(names),
		Top:      m - 1,
		Parent:   make([]int, m),
		Children: make([][]int, m),
		LogTime:  make([]float64, m),
	}
	highest := 0.0
	for _, g := range merges {
		highest = max(highest, g.Height)
	}
	for v := range n {
		t.LogTime[v] = math.Inf(1)
	}
	t.Parent[t.Top] = -1
	for i := n - 2; i >= 0; i-- { // from the top down: parents before children
		g, v := merges[i], n+i
		if g.A < 0 || g.B < 0 || g.A >= v || g.B >= v {
			panic("linkage: a merge uses a cluster that is not yet made")
		}
		t.Children[v] = []int{g.A, g.B}
		t.Parent[g.A], t.Parent[g.B] = v, v
		share := zeroHeight
		switch {
		case math.IsInf(highest, 1):
			if math.IsInf(g.Height, 1) {
				share = 1
			}
		case g.Height > 0:
			share = g.Height / highest
		}
		l := zeroHeightFloor
		if share > 0 {
			l = math.Log(Headroom) - math.Log(share)
		}
		if p := t.Parent[v]; p >= 0 && l < t.LogTime[p]+tieStep {
			l = t.LogTime[p] + tieStep
		}
		t.LogTime[v] = l
	}
	return t
}

// zeroHeightFloor is −log(1−t) of a positive height too small, as a share of the highest, for a
// float64.
const zeroHeightFloor = 745.0
