package clusters

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A MembershipsView shows as a heat map to which clusters the rows belong: the
// responsibilities of a mixture or, for a model that draws partitions, the share of the
// draws in which two rows are together. Rows stand cluster by cluster, the surest first.
// Comma and full stop go through the accepted epochs. Make one with [NewMembershipsView]; Close it when it is no longer needed.
type MembershipsView struct{ flat }

// NewMembershipsView returns an empty view. A nil post is fyne.DoAndWait.
func NewMembershipsView(post screen.Post, style plotting.Style) *MembershipsView {
	v := &MembershipsView{}
	v.init(v, "Memberships", post, style, func() { v.classes.Needless = true }, v.maker)
	v.view.OnSelect = v.selected
	v.view.OnRune = func(r rune) bool { return screen.ByRune(membershipsCommands, v, r) }
	return v
}

// membershipsCommands is the table behind the keys of the view and the help.
var membershipsCommands = epochCommands("Memberships", func(v *MembershipsView) *flat { return &v.flat })

// selected selects the row of a cell, or both of two rows; the label of a cluster selects
// its rows.
func (v *MembershipsView) selected(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	if v.subject == nil {
		return
	}
	var rows []int
	class, _ := v.mixture().Assigned()
	switch {
	case !ok:
	case m.Kind == "column" && class != nil:
		rows = RowsOf(class, m.Column)
	case m.Kind == "column":
		rows = []int{m.Column}
	case m.Kind == "cell" && class == nil:
		rows = study.SetOf([]int{m.Row, m.Column})
	case m.Row >= 0:
		rows = []int{m.Row}
	}
	v.clicked(rows)
}

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (v *MembershipsView) Figure() plotting.Figure {
	if v.subject == nil {
		return nil
	}
	f := v.maker()().(matrix.Matrix)
	if f.Heat == nil {
		return nil
	}
	f.Style, f.Window = v.view.Style(), v.view.Window()
	return f
}

// maker returns the maker of the figure to show now.
func (v *MembershipsView) maker() func() plotting.Figure {
	subject, state, rows := v.subject, depict.MembershipsState{Epoch: v.epoch}, v.rows()
	return func() plotting.Figure { return depict.Memberships(subject, state, rows) }
}
