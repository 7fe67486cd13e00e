package depict

import (
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
)

// intervalShare is the share of the draws that the intervals of times hold.
const intervalShare = 0.95

// DrawIntervals are the times of the clades of a tree over draws, in the shortest intervals that hold
// 95 % of them; nil without draws.
func DrawIntervals(t *tree.Tree, draws *consensus.Set) *dendro.Intervals {
	if t == nil || draws.Draws() < 2 || len(draws.Names()) != t.Leaves() {
		return nil
	}
	low, high := draws.Intervals(t, intervalShare)
	return &dendro.Intervals{Low: low, High: high, Title: plotting.FormatPercent(intervalShare) + " of the draws"}
}

// BestIntervals are the times of the clades of a tree over the best trees of a search that have them,
// from the earliest to the latest; nil for fewer than two trees.
func BestIntervals(t *tree.Tree, best []forest.Weighted) *dendro.Intervals {
	if t == nil || len(best) < 2 {
		return nil
	}
	draws := make([]forest.Draw, len(best))
	for i, b := range best {
		draws[i] = forest.Draw{Iteration: i, Tree: b.Tree, Objective: b.Objective}
	}
	set := consensus.New(draws)
	if len(set.Names()) != t.Leaves() {
		return nil
	}
	low, high := set.Intervals(t, 1)
	return &dendro.Intervals{Low: low, High: high, Title: "the " + plotting.FormatCount(len(best)) + " best trees"}
}
