package depict

import (
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/views"
	"example.org/espalier/plotting/matrix"
)

var viewsEntry = with(Entry{Name: "views", Tab: "Views", Suffix: "views",
	About:  "the views of the columns side by side, each with the rows by clusters of its own, and lines that link rows",
	offers: views.Has, size: wideSize},
	Chosen[views.State]{
		Choices: func(g Given, st *views.State) []choice.Choice {
			options := []choice.Option{{Name: "cells", Words: "Cells"}, {Name: "surprise", Words: "Surprise"}}
			if g.Subject != nil && !views.HasSurprise(g.Subject) {
				options = options[:1]
			}
			values := []int{views.Cells, views.Surprise}[:len(options)]
			return []choice.Choice{choice.Of("show", "Show", "what is shown: the cells, or how surprising each is "+
				"given all others", &st.Show, values, options).With(choice.Press("M", "Cells or their surprise"))}
		},
		Figure: func(g Given, st views.State) plotting.Figure {
			f := views.Figure(g.Subject, st)
			f.Selection.Rows, f.Selection.Columns = g.Selected.Rows, g.Selected.Columns
			return f
		},
		Pick: func(_ Given, _ *views.State, _ plotting.Figure, m plotting.Mark) Click {
			of := study.Selection{}
			if m.Row >= 0 {
				of.Rows = study.SetOf([]int{m.Row})
			}
			if m.Column >= 0 {
				of.Columns = study.SetOf([]int{m.Column})
			}
			return selects(of)
		},
		Words: func(_ Given, st views.State, f plotting.Figure) string {
			if v, ok := f.(matrix.Views); ok && !v.IsBlank() && st.Show == views.Surprise {
				return "how surprising each cell is given all others, view by view"
			}
			return ""
		},
	})

var dependenceEntry = with(Entry{Name: "dependence", Tab: "Dependence", Suffix: "dependence of columns",
	About: "how probably two columns depend on each other: the share of the draws in which they share a " +
		"view of at least two clusters",
	offers: views.HasDependence, size: squareSize},
	Chosen[views.DependenceState]{
		Choices: func(_ Given, st *views.DependenceState) []choice.Choice {
			options := []choice.Option{{Name: "views", Words: "Views"}, {Name: "tree", Words: "Tree"}}
			return []choice.Choice{choice.Of("order", "Order", "order of the columns: by views, or by the tree of "+
				"their dependence", &st.Order, []int{views.ByView, views.ByTree}, options).With(
				choice.Press("O", "Order the columns by views or by their tree"))}
		},
		Figure: func(g Given, st views.DependenceState) plotting.Figure {
			f := views.Dependence(g.Subject, st)
			f.Selection.Rows = g.Selected.Columns
			return f
		},
		Pick: func(_ Given, _ *views.DependenceState, f plotting.Figure, m plotting.Mark) Click {
			columns := m.Rows
			if t := f.(matrix.Matrix).Tree; t != nil && m.Kind == plotting.BranchMark && m.Node >= 0 {
				for _, leaf := range t.Order()[t.First[m.Node] : t.Last[m.Node]+1] {
					columns = append(columns, int(leaf))
				}
			}
			for _, j := range []int{m.Row, m.Column} {
				if j >= 0 {
					columns = append(columns, j)
				}
			}
			return selects(study.Selection{Columns: study.SetOf(columns)})
		},
	})

// ProfilesState holds the choices in the table of profiles.
type ProfilesState struct{ View int }

// profileView is the choice of a view, where columns are in views.
func profileView(g Given, st *ProfilesState) []choice.Choice {
	count := 0
	if g.Subject != nil && views.Has(g.Subject) {
		count = len(partition.ViewsOf(g.Subject.Snapshot).Rows)
	}
	values, options := make([]int, count), make([]choice.Option, count)
	for k := range count {
		values[k], options[k] = k, choice.Option{Name: views.Name(k), Words: views.Name(k)}
	}
	return []choice.Choice{choice.Of("view", "View", "the view whose clusters are shown", &st.View, values,
		options).With(choice.Press("V", "The next view")).Unless(count < 2)}
}
