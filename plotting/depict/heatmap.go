package depict

import (
	"context"

	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict/signals"
	"example.org/espalier/plotting/depict/subject"
)

// hasBothTrees reports whether rows and columns each have a tree that can be drawn.
func hasBothTrees(s *Subject) bool {
	_, d := s.Data.Dims()
	return s.HasTree() && d > 2 && d <= beside.MaxClusteredColumns
}

// joinedHeat returns the data as a heat map with a tree above its columns: that of the correlations learnt along the
// tree, or else average linkage of the columns. The columns of distances are the rows, and have their tree.
func joinedHeat(s *Subject) *beside.Heat {
	if s.Data.Distances.Active() {
		return beside.NewHeat(s.Data, beside.HeatOptions{}).WithTree(beside.Prepare(shownTree(s)), s.Height())
	}
	if c := covariance.Of(s.Snapshot); c != nil && len(c.Columns) > 2 && len(c.Columns) <= beside.MaxClusteredColumns {
		k := columnTreeOf(s)
		return beside.NewHeat(s.Data, beside.HeatOptions{}).WithTree(k.tree, k.height)
	}
	return beside.NewHeat(s.Data, beside.HeatOptions{Order: plotting.TreeOrder})
}

// LearntColumnTree returns the tree over the columns that was learnt together with that of the rows;
// nil where there is none.
func LearntColumnTree(s *Subject) *tree.Tree {
	if c := covariance.Of(s.Snapshot); c != nil {
		return c.Tree
	}
	return nil
}

// joinedBy describes the tree of the columns.
func joinedBy(s *Subject) string {
	switch t := LearntColumnTree(s); {
	case t != nil && t.Support == nil:
		return "learnt together with that of the rows"
	case t != nil:
		supports := "the probabilities of branches compared with collapsing them, given the other tree"
		if s.Draws().Draws() > 0 {
			supports = "shares of the draws"
		} else if s.Info.Name == "ddt" {
			supports = "the probabilities of clades among the three that can be in their place, given the other tree"
		}
		return "learnt together with that of the rows; its supports are " + supports
	case s.Data.Distances.Active():
		return "that of the rows"
	case hasCovariance(s):
		return "average linkage of 1 − r, r the correlation learnt along the tree of the rows"
	}
	return "average linkage"
}

// bothWays shows the data between the tree of the rows and that of the columns, and how much each column follows the
// tree where that takes no time.
func bothWays(ctx context.Context, s *Subject) *dendro.Dendrogram {
	d := dendrogramOf(s)
	d.Title = subject.JoinTitle(d.Title, "both ways")
	d.Heat, d.Shape = joinedHeat(s), dendro.Rectangular
	if signals.Quick(s.Data) {
		if shares, err := signals.Of(ctx, s); err == nil && shares != nil {
			d.Heat.Strips = append(d.Heat.Strips, beside.Strip{Annotation: signals.Annotation(shares), Share: true})
		}
	}
	return shownOf(s).Arranged(d)
}

var heatmapEntry = selectable(Entry{Name: "heatmap", Tab: "Both ways", Suffix: "both ways",
	About:  "the data between the tree of the rows and a tree of the columns",
	offers: hasBothTrees, size: treeSize,
	make: func(ctx context.Context, s *Subject) (plotting.Figure, error) { return bothWays(ctx, s), nil },
	says: func(s *Subject, _ plotting.Figure) string {
		return "the data between the tree of the rows and a tree of the columns (" + joinedBy(s) + ")"
	}}, markTree, pickTree)
