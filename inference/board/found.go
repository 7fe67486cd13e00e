package board

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/tree"
)

// Results of models that the board counts.
const (
	BranchPoints = "branch point"
	Clusters     = "cluster"
	Factors      = "factor"
)

// found holds the structure that a fit found.
type found struct {
	tree   *tree.Tree // represents the result; nil if there is none
	labels []int      // cluster of each fitted row, −1 for none; nil if there are no clusters
	count  int
	within bool   // the tree is read by distances in units of the covariance within groups
	of     string // BranchPoints, Clusters, Factors or ""
}

func foundBy(r *job.Result) (f found) {
	s := r.Snapshot
	if f.tree = treeOf(s, r.Spec.Burn()); f.tree != nil {
		f.of, f.within = BranchPoints, decision.ReadWithin(s)
		for v := range f.tree.Nodes() {
			if len(f.tree.Children[v]) > 1 {
				f.count++
			}
		}
		return f
	}
	if m := mixture.Of(s); m != nil {
		f.labels, _ = m.Assigned()
		f.of, f.count = Clusters, len(m.Components)
	}
	if l := partition.LabelsOf(s); l != nil {
		f.labels, f.of, f.count = l, Clusters, Distinct(l)
	}
	if k := factor.StateOf(s); k != nil {
		f.of, f.count = Factors, k.Count()
	}
	if r.Spec.Classes != nil { // told, not found
		f.labels = nil
	}
	return f
}

// treeOf returns the tree that represents a result: the one of maximum clade credibility if there
// are draws, else the best; nil if there is no tree.
func treeOf(s *inference.Snapshot, burnIn float64) *tree.Tree {
	if draws := forest.DrawsOf(s); len(draws) > 0 {
		if set := consensus.New(inference.WithoutBurnIn(draws, burnIn)); set.Draws() > 0 {
			return set.MaximumCladeCredibility()
		}
	}
	return forest.Best(s)
}

// Distinct counts the groups that have a row.
func Distinct(labels []int) int {
	l := slices.DeleteFunc(slices.Clone(labels), func(k int) bool { return k < 0 })
	slices.Sort(l)
	return len(slices.Compact(l))
}
