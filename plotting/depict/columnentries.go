package depict

import (
	"slices"
	"sync"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"
)

// A lastFigure keeps the figure that was made last without a selection. The zero value is ready. It is safe for
// concurrent use.
type lastFigure struct {
	mu     sync.Mutex
	of     *Subject
	choice int
	figure plotting.Figure
}

func (k *lastFigure) get(s *Subject, choice int, make func() plotting.Figure) plotting.Figure {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of != s || k.choice != choice {
		k.of, k.choice, k.figure = s, choice, make()
	}
	return k.figure
}

// selectable returns an entry without choices whose figure shows the selection: mark returns a copy of the figure with
// a selection, and pick the selection by a click on a mark.
func selectable(e Entry, mark func(f plotting.Figure, g Given) plotting.Figure,
	pick func(f plotting.Figure, m plotting.Mark) study.Selection) Entry {
	base := e.make
	return with(e, Chosen[struct{}]{
		Figure: func(g Given, _ struct{}) plotting.Figure {
			return mark(choice.Maker[lastFigure](g.Store).get(g.Subject, 0, func() plotting.Figure {
				f, err := base(g.context(), g.Subject)
				if err != nil {
					return failed(err)
				}
				return f
			}), g)
		},
		Pick: func(_ Given, _ *struct{}, f plotting.Figure, m plotting.Mark) Click { return selects(pick(f, m)) },
	})
}

// markPairs marks columns in a matrix of pairs of columns.
func markPairs(f plotting.Figure, g Given) plotting.Figure {
	if m, ok := f.(matrix.Matrix); ok {
		m.Selection.Rows = g.Selected.Columns
		return m
	}
	return f
}

// pickPairs selects the columns of a cell, or a clade of them.
func pickPairs(f plotting.Figure, m plotting.Mark) (s study.Selection) {
	fig, ok := f.(matrix.Matrix)
	switch {
	case !ok:
	case m.Kind == ink.LegendMark: // both sides are columns of the data
		s.Columns = study.SetOf(m.Rows)
	case m.Kind == plotting.BranchMark && fig.Tree != nil && m.Node >= 0:
		s.Columns = study.SetOf(fig.Tree.Leaves(m.Node))
	default: // rows are columns of the data, too
		s.Columns = study.SetOf(slices.DeleteFunc([]int{m.Row, m.Column}, func(j int) bool { return j < 0 }))
	}
	return s
}

// markDirections marks columns among the weights of directions.
func markDirections(f plotting.Figure, g Given) plotting.Figure {
	h, ok := f.(cells.Hinton)
	if !ok {
		return f
	}
	h.SelectedRows = nil
	for i, j := range h.Items {
		if slices.Contains(g.Selected.Columns, j) {
			h.SelectedRows = append(h.SelectedRows, i)
		}
	}
	return h
}

// pickDirections selects a column.
func pickDirections(_ plotting.Figure, m plotting.Mark) (s study.Selection) {
	if m.Column >= 0 {
		s.Columns = study.Set{m.Column}
	}
	return s
}

// markTree marks rows and columns in the figure of a tree, with its clades as they are turned, collapsed or grouped in
// the view of trees where the figure follows that.
func markTree(f plotting.Figure, g Given) plotting.Figure {
	d, ok := f.(*dendro.Dendrogram)
	if !ok {
		return f
	}
	if at, follows := g.Tree.(*trees.Shown); follows && at != nil && at.Tree != nil && at.Data == g.Data {
		d = at.Arranged(d)
	}
	return highlighted(d, g.Selected)
}

// highlighted returns a dendrogram with a selection of its rows and columns.
func highlighted(d *dendro.Dendrogram, s study.Selection) *dendro.Dendrogram {
	if s.Empty() {
		return d
	}
	h := plotting.NoSelection
	h.Rows, h.Columns = s.Rows, s.Columns
	if node, exact := d.Tree.Clade(s.Rows); exact && !d.Tree.Tree().IsLeaf(node) {
		h.Node = node
	}
	return d.WithHighlight(h)
}

// pickTree returns the selection by a mark of the figure of a tree: a clade of either tree, a row or a column.
func pickTree(f plotting.Figure, m plotting.Mark) (s study.Selection) {
	d, ok := f.(*dendro.Dendrogram)
	switch {
	case !ok:
	case m.Kind == ink.LegendMark:
		s.Rows = study.SetOf(m.Rows)
	case m.Kind == plotting.ColumnCladeMark && d.Heat != nil && d.Heat.Tree != nil:
		s.Columns = study.SetOf(d.Heat.CladeColumns(m.Index))
	case m.Kind == plotting.ColumnMark && m.Column >= 0:
		s.Columns = study.Set{m.Column}
	case m.Kind == plotting.CellMark:
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

// activityAt is the number of the factor shown, from 1: the one chosen, or 0 for those that move most.
func activityAt(g Given, chosen int) int {
	if g.Subject == nil || chosen < 0 || chosen > len(ActivityNames(g.Subject)) {
		return 0
	}
	return chosen
}

var activityEntry = with(Entry{Name: "activity", Tab: "Along the tree", Suffix: "activity along the tree",
	About:  "where in the tree each factor of the columns changed",
	offers: hasActivity, size: wideSize, says: activityWords,
}, Chosen[int]{
	Choices: func(g Given, st *int) []choice.Choice {
		names := []string{"those that move most"}
		if g.Subject != nil {
			names = append(names, ActivityNames(g.Subject)...)
		}
		return []choice.Choice{choice.Choice{Name: "factor", Label: "Show",
			Help: "factor that colours the branches, or those that move most", Options: choice.Names(names...), At: activityAt(g,
				*st), Set: func(i int) { *st = i }}.With(choice.Steps("The previous factor", "The next factor")...)}
	},
	Figure: func(g Given, st int) plotting.Figure {
		k := activityAt(g, st)
		f := choice.Maker[lastFigure](g.Store).get(g.Subject, k, func() plotting.Figure {
			a := ActivityOf(g.Subject)
			if k == 0 || a == nil || k > len(a.Directions) {
				return activitiesOf(g.Subject)
			}
			return a.Figure(g.Subject, k-1)
		})
		p, ok := f.(*chart.Panels)
		if !ok {
			return markTree(f, g)
		}
		marked := *p
		marked.Parts = slices.Clone(p.Parts)
		for i, part := range p.Parts {
			marked.Parts[i].Figure = markTree(part.Figure, g)
		}
		return &marked
	},
	Pick: func(_ Given, _ *int, f plotting.Figure, m plotting.Mark) Click {
		if p, ok := f.(*chart.Panels); ok && len(p.Parts) > 0 { // all have the same tree
			f = p.Parts[0].Figure
		}
		return selects(pickTree(f, m))
	},
})
