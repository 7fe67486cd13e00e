package columns

import (
	"slices"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/screen"
)

// A pairsView shows a number for each pair of columns beside their tree. A click on a cell selects
// its two columns, one on the tree a clade of them.
type pairsView struct{ view }

func newPairsView(tab string, post screen.Post, style plotting.Style) *pairsView {
	v := &pairsView{}
	v.marked = func(f plotting.Figure, s study.Selection) plotting.Figure {
		if m, ok := f.(matrix.Matrix); ok {
			m.Selection.Rows = s.Columns
			return m
		}
		return f
	}
	v.picked = func(f plotting.Figure, m plotting.Mark) (s study.Selection) {
		fig, ok := f.(matrix.Matrix)
		switch {
		case !ok:
		case m.Kind == ink.LegendMark: // both sides are columns of the data
			s.Columns = study.SetOf(m.Rows)
		case m.Kind == "branch" && fig.Tree != nil && m.Node >= 0:
			s.Columns = study.SetOf(fig.Tree.Leaves(m.Node))
		default: // rows are columns of the data, too
			s.Columns = study.SetOf(slices.DeleteFunc([]int{m.Row, m.Column}, func(j int) bool { return j < 0 }))
		}
		return s
	}
	v.start(v, tab, post, style)
	return v
}

// A directionsView shows the directions of most variance. A click selects a column.
type directionsView struct{ view }

func newDirectionsView(post screen.Post, style plotting.Style) *directionsView {
	v := &directionsView{}
	v.marked = func(f plotting.Figure, s study.Selection) plotting.Figure {
		h, ok := f.(cells.Hinton)
		if !ok {
			return f
		}
		h.SelectedRows = nil
		for i, j := range h.Items {
			if slices.Contains(s.Columns, j) {
				h.SelectedRows = append(h.SelectedRows, i)
			}
		}
		return h
	}
	v.picked = func(_ plotting.Figure, m plotting.Mark) (s study.Selection) {
		if m.Column >= 0 {
			s.Columns = study.Set{m.Column}
		}
		return s
	}
	v.start(v, "Directions", post, style)
	return v
}

// A bothView shows the data between the tree of the rows and that of the columns. A click selects a
// clade of either, or a row, or a column.
type bothView struct {
	view
	at drawn.Shown
}

func newBothView(post screen.Post, style plotting.Style) *bothView {
	v := &bothView{}
	v.marked = withSelection
	v.picked = func(f plotting.Figure, m plotting.Mark) study.Selection { return ofTree(f, m) }
	v.make = func(s *depict.Subject) func() plotting.Figure {
		at := v.at
		usual := v.source(0, v.usual)
		if at.Tree == nil || at.Data != s.Data {
			return usual
		}
		selection := v.selection
		return func() plotting.Figure {
			f := usual()
			if d, ok := f.(*dendro.Dendrogram); ok {
				return withSelection(at.Arranged(d), selection)
			}
			return f
		}
	}
	v.start(v, "Both ways", post, style)
	return v
}

// Follow is part of [trees.Follower]: clades that are turned, collapsed or grouped on the page of the tree are so here.
func (v *bothView) Follow(s drawn.Shown) {
	v.at = s
	v.redraw()
}

// withSelection returns a dendrogram with a selection of its rows and columns; other figures as they
// are.
func withSelection(f plotting.Figure, s study.Selection) plotting.Figure {
	d, ok := f.(*dendro.Dendrogram)
	if !ok {
		return f
	}
	h := plotting.NoSelection
	h.Rows, h.Columns = s.Rows, s.Columns
	if node, exact := d.Tree.Clade(s.Rows); exact && !d.Tree.Tree().IsLeaf(node) {
		h.Node = node
	}
	return d.WithHighlight(h)
}

// ofTree returns what a mark of a dendrogram selects.
func ofTree(f plotting.Figure, m plotting.Mark) (s study.Selection) {
	d, ok := f.(*dendro.Dendrogram)
	switch {
	case !ok:
	case m.Kind == ink.LegendMark:
		s.Rows = study.SetOf(m.Rows)
	case m.Kind == "column clade" && d.Heat != nil && d.Heat.Tree != nil:
		s.Columns = study.SetOf(d.Heat.CladeColumns(m.Index))
	case m.Kind == "column" && m.Column >= 0:
		s.Columns = study.Set{m.Column}
	case m.Kind == "cell":
		s.Rows = study.Set{m.Row}
		if m.Column >= 0 {
			s.Columns = study.Set{m.Column}
		}
	case m.Node >= 0 && m.Node < d.Tree.Tree().Nodes():
		s.Rows = study.SetOf(d.Tree.Leaves(m.Node))
	case m.Row >= 0:
		s.Rows = study.Set{m.Row}
	}
	return s
}
