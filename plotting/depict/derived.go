package depict

import (
	"context"
	"slices"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/chart"
)

// derived is what figures need beside the result itself, worked out when first asked for.
type derived struct {
	mu         sync.Mutex
	draws      *consensus.Set
	backing    *support.Set
	summary    *factors.Summary
	whole      *factors.Summary // that readable was taken from
	readable   *factors.Summary
	report     *diagnostics.Report
	directions [2]*Directions // without and with discriminants
	ward       *tree.Tree
	wardHeight float64 // at its origin
	columns    *columnTree
	activity   *Activity
	planar     inference.Planar

	columnTests *chart.ColumnTests // the last ones
	columnKey   [2]string          // what they are of
}

// Draws gathers the trees drawn after burn-in; an empty set for methods that do not sample.
// The set belongs to one goroutine at a time.
func (s *Subject) Draws() *consensus.Set {
	s.derived.mu.Lock()
	defer s.derived.mu.Unlock()
	if s.derived.draws == nil {
		s.derived.draws = consensus.New(inference.WithoutBurnIn(forest.DrawsOf(s.Snapshot), s.BurnIn))
		s.derived.draws.Back(s.backing())
	}
	return s.derived.draws
}

// Backing returns the draws of the second chain that supports of clades are from; nil where there is none.
func Backing(s *Subject) *support.Set {
	s.derived.mu.Lock()
	defer s.derived.mu.Unlock()
	return s.backing()
}

func (s *Subject) backing() *support.Set {
	if s.derived.backing == nil {
		s.derived.backing = support.Of(witness.Of(s.Snapshot))
	}
	return s.derived.backing
}

// Summary puts the draws of a factor model together; nil for other models. The error is that
// of a context that ends.
func (s *Subject) Summary(ctx context.Context) (*factors.Summary, error) {
	s.derived.mu.Lock()
	defer s.derived.mu.Unlock()
	if s.derived.summary == nil && factor.StateOf(s.Snapshot) != nil {
		sum, err := factors.Summarise(ctx, s.Data, s.Snapshot, factors.Options{BurnIn: s.BurnIn})
		if err != nil {
			return nil, err
		}
		s.derived.summary = sum
	}
	return s.derived.summary, nil
}

// Report judges the draws; nil for methods that do not sample. The error is that of a
// context that ends.
func (s *Subject) Report(ctx context.Context) (*diagnostics.Report, error) {
	s.derived.mu.Lock()
	defer s.derived.mu.Unlock()
	if s.derived.report == nil && s.Info.Samples {
		o := diagnostics.Options{BurnIn: s.BurnIn, Enough: s.Enough, Titles: diagnostics.Titles(s.Info), Iteration: s.Info.Iteration, Growing: s.Info.Growing}
		r, err := diagnostics.NewMonitor(o).Report(ctx, s.Snapshot)
		if err != nil {
			return nil, err
		}
		s.derived.report = r
	}
	return s.derived.report, nil
}

// Directions returns those along which the rows can be looked at.
func (s *Subject) Directions(discriminants bool) *Directions {
	s.derived.mu.Lock()
	defer s.derived.mu.Unlock()
	i := 0
	if discriminants {
		i = 1
	}
	if s.derived.directions[i] == nil {
		s.derived.directions[i] = NewDirections(s.Data, discriminants)
	}
	return s.derived.directions[i]
}

// Tree returns the tree that stands for the result: the best one or, of a method that
// samples, that of maximum clade credibility with its supports. Nil where there is none.
func (s *Subject) Tree() *tree.Tree {
	if d := s.Draws(); d.Draws() > 0 {
		return d.MaximumCladeCredibility()
	}
	return forest.Best(s.Snapshot)
}

// leaves returns how many leaves that tree has, −1 without one, and does not put the draws together, which takes long
// where there are many.
func (s *Subject) leaves() int {
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

// shownTree returns the tree of the result as it is shown: without branches of less support than Below, and with the children of
// branch points of many in the order in which they are grouped.
func (s *Subject) shownTree() *tree.Tree {
	t := s.Tree()
	if t == nil {
		return nil
	}
	if s.Below > 0 {
		t = t.CollapseBelow(s.Below)
	}
	return t.OrderedAs(GroupedChildren(t, s.Data))
}

// Ward returns the tree of the rows by Ward's linkage, with which other trees are compared,
// and the height at its origin.
func (s *Subject) Ward() (t *tree.Tree, height float64) {
	s.derived.mu.Lock()
	defer s.derived.mu.Unlock()
	if s.derived.ward == nil {
		merges := linkage.Cluster(s.Data.X, linkage.Ward)
		s.derived.ward = linkage.Tree(merges, s.Data.Rows)
		if n := len(merges); n > 0 {
			s.derived.wardHeight = linkage.Headroom * merges[n-1].Height
		}
	}
	return s.derived.ward, s.derived.wardHeight
}
