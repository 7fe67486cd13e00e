package subject

import (
	"context"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/tree"
)

// Keys of results that are computed for every kind.
type (
	drawsKey   struct{}
	backingKey struct{}
	summaryKey struct{}
	reportKey  struct{}
	wardKey    struct{}
)

// Draws gathers the trees drawn after burn-in; an empty set for methods that do not sample.
// The set is not written to after that.
func (s *Subject) Draws() *consensus.Set {
	return Once(s, drawsKey{}, func() *consensus.Set {
		set := consensus.New(inference.WithoutBurnIn(forest.DrawsOf(s.Snapshot), s.BurnIn))
		set.Back(Backing(s))
		return set
	})
}

// Backing returns the draws of the second chain that supports of clades are from; nil where there is none.
func Backing(s *Subject) *support.Set {
	return Once(s, backingKey{}, func() *support.Set { return support.Of(witness.Of(s.Snapshot)) })
}

// Summary puts the draws of a factor model together; nil for other models. The error is that
// of a context that ends.
func (s *Subject) Summary(ctx context.Context) (*factors.Summary, error) {
	if factor.StateOf(s.Snapshot) == nil {
		return nil, nil
	}
	return Derived(s, summaryKey{}, func() (*factors.Summary, error) {
		return factors.Summarise(ctx, s.Data, s.Snapshot, factors.Options{BurnIn: s.BurnIn})
	})
}

// Report assesses the draws; nil for methods that do not sample. The error is that of a context that ends.
func (s *Subject) Report(ctx context.Context) (*diagnostics.Report, error) {
	if !s.Info.Samples {
		return nil, nil
	}
	return Derived(s, reportKey{}, func() (*diagnostics.Report, error) {
		o := diagnostics.Options{BurnIn: s.BurnIn, Enough: s.Enough, Titles: diagnostics.Titles(s.Info),
			Iteration: s.Info.Iteration, Growing: s.Info.Growing}
		return factors.Report(ctx, diagnostics.NewMonitor(o), s.Snapshot)
	})
}

// Tree returns the tree that stands for the result: the best one or, of a method that
// samples, that of maximum clade credibility with its supports. Nil where there is none.
func (s *Subject) Tree() *tree.Tree {
	if d := s.Draws(); d.Draws() > 0 {
		return d.MaximumCladeCredibility()
	}
	return forest.Best(s.Snapshot)
}

// Leaves returns how many leaves that tree has, −1 without one, and does not put the draws together, which takes long
// where there are many.
func (s *Subject) Leaves() int {
	for _, d := range slices.Backward(inference.WithoutBurnIn(forest.DrawsOf(s.Snapshot), s.BurnIn)) {
		if d.Tree != nil {
			return d.Tree.Leaves()
		}
	}
	if t := forest.Best(s.Snapshot); t != nil {
		return t.Leaves()
	}
	return -1
}

// A ward is the tree of the rows by Ward's linkage, and the height at its origin.
type ward struct {
	tree   *tree.Tree
	height float64
}

// Ward returns the tree of the rows by Ward's linkage, with which other trees are compared,
// and the height at its origin.
func (s *Subject) Ward() (t *tree.Tree, height float64) {
	w := Once(s, wardKey{}, func() ward {
		merges := linkage.Cluster(coded.Of(s.Data).X, linkage.Ward)
		w := ward{tree: linkage.Tree(merges, s.Data.Rows)}
		if n := len(merges); n > 0 {
			w.height = linkage.Headroom * merges[n-1].Height
		}
		return w
	})
	return w.tree, w.height
}
