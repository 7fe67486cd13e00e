package clusters

import (
	"slices"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A ColumnsView shows how the columns differ between groups of rows: box plots by group, or points along a measurement, each
// with a test, those that differ most first. A click selects the column, and the rows of a box or of a point. Make one with
// [NewColumnsView]; Close it when it is no longer needed.
//
// The key A goes to the next annotation, G to the next group against all others; P puts the columns in the order of the table.
type ColumnsView struct {
	pane.Base

	by, levels, orders *controls.Chooser
	subject            *depict.Subject // nil before the first result
	shown              depict.ColumnsState
	selection          study.Selection
	moved              bool // the user has chosen what is seen
}

// mostColumns is how many columns have a panel.
const mostColumns = 200

// everyGroup is the choice that compares all groups.
const everyGroup = "all groups"

// NewColumnsView returns an empty view. A nil post is fyne.DoAndWait.
func NewColumnsView(post screen.Post, style plotting.Style) *ColumnsView {
	v := &ColumnsView{}
	v.by = controls.NewChooser("Groups", func(i int) { v.ShowBy(v.names()[i]) })
	v.levels = controls.NewChooser("Compare", func(i int) { v.ShowLevel(v.levelNames()[i]) })
	v.orders = controls.NewChooser("Order", func(i int) { v.KeepOrder(i == 1) })
	v.Init(v, "Columns", post, style, v.by, v.levels, v.orders)
	pane.Recall(&v.Base, func() depict.ColumnsState { return v.shown }, func(s depict.ColumnsState) {
		v.shown, v.moved = s, false
		v.redraw()
	}, func() depict.ColumnsState { return depict.ColumnsState{} })
	view := v.View()
	view.OnSelect = v.clicked
	view.OnDrawn = v.showLines
	view.OnWindow = func(w plotting.Window) { v.moved = !w.IsAll(); v.showLines() }
	view.OnRune = func(r rune) bool { return screen.ByRune(columnsCommands, v, r) }
	return v
}

// columnsCommands is the table behind the keys of the view and the help.
var columnsCommands = []screen.Command[*ColumnsView]{
	screen.On("A", "The next annotation", "Columns", "aA", "", func(v *ColumnsView) {
		if names := v.names(); len(names) > 0 {
			v.ShowBy(names[(max(slices.Index(names, v.shownBy()), 0)+1)%len(names)])
		}
	}),
	screen.On("G", "The next group against all others", "Columns", "gG", "", func(v *ColumnsView) {
		names := v.levelNames()
		v.ShowLevel(names[(max(slices.Index(names, v.shown.Level), 0)+1)%len(names)])
	}),
	screen.On("P", "Order the columns by how much they differ, or as in the table", "Columns", "pP", "", func(v *ColumnsView) { v.KeepOrder(!v.shown.InOrder) }),
}

// names lists what groups the rows.
func (v *ColumnsView) names() (names []string) {
	if v.subject == nil {
		return nil
	}
	for _, a := range depict.Groupings(v.subject) {
		names = append(names, a.Name)
	}
	return names
}

// shownBy is the name of what groups the rows now.
func (v *ColumnsView) shownBy() string {
	if v.subject == nil {
		return ""
	}
	a, _ := depict.Grouping(v.subject, v.shown.By)
	return a.Name
}

// levelNames lists what can be compared: all groups, or one with all others.
func (v *ColumnsView) levelNames() []string {
	names := []string{everyGroup}
	if v.subject == nil {
		return names
	}
	if a, ok := depict.Grouping(v.subject, v.shown.By); ok && len(a.Levels) > 2 && !depict.Measured(a) {
		names = append(names, a.Levels...)
	}
	return names
}

// ShowBy compares the columns by something else.
func (v *ColumnsView) ShowBy(name string) {
	if name != v.shownBy() {
		v.shown.By, v.shown.Level = name, ""
		v.changed()
	}
}

// ShowLevel compares the rows of a group with all others; other names compare all groups.
func (v *ColumnsView) ShowLevel(name string) {
	if name == everyGroup {
		name = ""
	}
	if name != v.shown.Level {
		v.shown.Level = name
		v.changed()
	}
}

// KeepOrder shows the columns as the table has them, or first those that differ most.
func (v *ColumnsView) KeepOrder(on bool) {
	if on != v.shown.InOrder {
		v.shown.InOrder = on
		v.changed()
	}
}

// changed redraws after the user has chosen something.
func (v *ColumnsView) changed() {
	v.moved = false
	v.redraw()
	v.Chosen()
}

// redraw draws what is chosen.
func (v *ColumnsView) redraw() {
	if v.subject != nil {
		v.setTools()
		v.View().SetSource(v.source())
	}
}

// SetResult shows a result, at the pace of a run.
func (v *ColumnsView) SetResult(r pane.Result) {
	if v.subject == nil || r.Data != v.subject.Data {
		v.selection = study.Selection{}
	}
	v.subject = r.Subject
	v.Settle()
	v.setTools()
	v.View().Offer(v.source())
}

func (v *ColumnsView) setTools() {
	names, levels, at := v.names(), v.levelNames(), 0
	v.by.Set(names, max(slices.Index(names, v.shownBy()), 0))
	v.by.Needless = len(names) < 2
	v.levels.Set(levels, max(slices.Index(levels, v.shown.Level), 0))
	v.levels.Needless = len(levels) < 2
	if v.shown.InOrder {
		at = 1
	}
	v.orders.Set([]string{"by difference", "as in the table"}, at)
	controls.RefreshTools(v.Row, v.Box, true)
}

// showLines shows as many lines of panels as are legible, until the user chooses otherwise.
func (v *ColumnsView) showLines() {
	f, scene := v.View().Shown()
	if b, ok := f.(chart.Boxes); ok && !v.moved && scene != nil {
		v.View().SetWindow(b.RowsWindow(scene.PlotArea().Size()))
	}
}

// Select marks what is selected.
func (v *ColumnsView) Select(s study.Selection) {
	if !s.Equal(v.selection) {
		v.selection = s
		v.redraw()
	}
}

func (v *ColumnsView) clicked(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	b, is := v.Figure().(chart.Boxes)
	if !is {
		return
	}
	var s study.Selection
	if ok && m.Index >= 0 && m.Index < len(b.Panels) {
		panel := &b.Panels[m.Index]
		s.Columns = study.SetOf([]int{panel.ID})
		switch {
		case m.Row >= 0:
			s.Rows = study.SetOf([]int{m.Row})
		case m.Kind == "group":
			s.Rows = study.SetOf(RowsOf(panel.Group, m.Column))
		}
	}
	v.Select(s)
	v.Pick(s)
}

// state is what is shown, of so many columns at most.
func (v *ColumnsView) state() depict.ColumnsState {
	st := v.shown
	st.Most = mostColumns
	return st
}

// Figure returns the figure shown, in the style and window of the view, for export; nil when there is none.
func (v *ColumnsView) Figure() plotting.Figure {
	if v.subject == nil || len(v.names()) == 0 {
		return nil
	}
	f := depict.Columns(v.subject, v.state(), v.selection)
	f.Style, f.Window = v.View().Style(), v.View().Window()
	return f
}

// source returns the maker of the figure to show now.
func (v *ColumnsView) source() func() plotting.Figure {
	subject, state, selection := v.subject, v.state(), v.selection
	return func() plotting.Figure { return depict.Columns(subject, state, selection) }
}
