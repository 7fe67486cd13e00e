package trees

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
)

// Found returns the trees of a snapshot, the best first, as a file of trees has them.
func Found(s *inference.Snapshot) (list []tree.NEXUSTree) {
	for _, t := range forest.TreesOf(s) {
		list = append(list, tree.NEXUSTree{Tree: t.Tree, Weight: t.Weight})
	}
	return list
}

// Draws returns the draws of a snapshot after burn-in; nil for a search.
func Draws(s *inference.Snapshot) []forest.Draw {
	return inference.WithoutBurnIn(forest.DrawsOf(s), inference.BurnIn)
}
