package trees

import (
	"sync"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
)

// intervals makes the times between which the branch points of a tree lie, and keeps the last ones.
type intervals struct {
	mu   sync.Mutex
	tree *tree.Tree
	with *Posterior
	best *tree.Tree // the first of the best trees
	made *dendro.Intervals
}

// of returns the intervals of a tree that is shown: over draws, or over the best trees.
func (k *intervals) of(t *tree.Tree, f Shown) *dendro.Intervals {
	k.mu.Lock()
	defer k.mu.Unlock()
	best := firstOf(f.found)
	if k.made != nil && k.tree == t && k.with == f.Posterior && k.best == best {
		return k.made
	}
	k.tree, k.with, k.best, k.made = t, f.Posterior, best, nil
	if f.Posterior != nil {
		k.made = f.summariser.intervals(t)
	} else {
		k.made = bestIntervals(t, f.found)
	}
	return k.made
}

func firstOf(list []forest.Weighted) *tree.Tree {
	if len(list) == 0 {
		return nil
	}
	return list[0].Tree
}

// intervals returns the intervals of a tree over the draws; nil while they are being read.
func (s *summariser) intervals(t *tree.Tree) *dendro.Intervals {
	if !s.mu.TryRLock() {
		return nil
	}
	defer s.mu.RUnlock()
	return drawIntervals(t, s.set)
}

// intervalShare is the share of the draws that the intervals of times hold.
const intervalShare = 0.95

// drawIntervals are the times of the clades of a tree over draws, in the shortest intervals that hold
// 95 % of them; nil without draws.
func drawIntervals(t *tree.Tree, draws *consensus.Set) *dendro.Intervals {
	if t == nil || draws.Draws() < 2 || len(draws.Names()) != t.Leaves() {
		return nil
	}
	low, high := draws.Intervals(t, intervalShare)
	return &dendro.Intervals{Low: low, High: high, Title: plotting.FormatPercent(intervalShare) + " of the draws"}
}

// bestIntervals are the times of the clades of a tree over the best trees of a search that have them,
// from the earliest to the latest; nil for fewer than two trees.
func bestIntervals(t *tree.Tree, best []forest.Weighted) *dendro.Intervals {
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
