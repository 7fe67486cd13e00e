package factors

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

// A GroupsView shows how the activity of each factor depends on an annotation of the rows: box
// plots by group, or points along a measurement, each with a test. Make one with [NewGroupsView];
// Close it when it is no longer needed.
//
// The key A goes to the next annotation; P orders the factors by their p values; M shows minor factors or folds them away.
type GroupsView struct {
	summaryView

	by, orders *controls.Chooser
	annotation string
	byTest     bool
}

// NewGroupsView returns an empty view. A nil post is fyne.DoAndWait.
func NewGroupsView(post screen.Post, style plotting.Style) *GroupsView {
	v := &GroupsView{}
	v.by = controls.NewChooser("Annotation", func(i int) { v.ShowAnnotation(v.annotations()[i]) })
	v.orders = controls.NewChooser("Order", func(i int) { v.OrderByTest(i == 1) })
	v.init(v, "By group", post, style, v.by, v.orders, v.folds())
	v.source, v.tools = v.makeSource, v.setTools
	pane.Recall(&v.Base, v.state, v.setState, func() depict.FactorGroupsState { return depict.FactorGroupsState{InOrder: true} })
	v.view.OnSelect = v.clicked
	v.view.OnDrawn = v.showLines
	v.view.OnWindow = func(w plotting.Window) { v.moved = !w.IsAll(); v.showLines() }
	v.view.OnRune = func(r rune) bool { return screen.ByRune(factorGroupsCommands, v, r) }
	return v
}

// showLines shows as many lines of panels as are legible, until the user chooses otherwise.
func (v *GroupsView) showLines() {
	f, scene := v.view.Shown()
	if b, ok := f.(chart.Boxes); ok && !v.moved && scene != nil {
		v.view.SetWindow(b.RowsWindow(scene.PlotArea().Size()))
	}
}

// factorGroupsCommands is the table behind the keys of the view and the help.
var factorGroupsCommands = []screen.Command[*GroupsView]{
	screen.On("A", "The next annotation", "By group", "aA", "", func(v *GroupsView) {
		if names := v.annotations(); len(names) > 0 {
			v.ShowAnnotation(names[(max(slices.Index(names, v.shownAnnotation()), 0)+1)%len(names)])
		}
	}),
	screen.On("P", "Order the factors by p value, or by number", "By group", "pP", "", func(v *GroupsView) { v.OrderByTest(!v.byTest) }),
	screen.On("M", "Show or hide minor factors", "By group", "mM", "", func(v *GroupsView) { v.ShowMinor(!v.minor.shown) }),
	screen.On(",", "The previous factor", "By group", ",", "", func(v *GroupsView) { v.stepFactor(-1) }),
	screen.On(".", "The next factor", "By group", ".", "", func(v *GroupsView) { v.stepFactor(1) }),
}

// state is what the user has chosen.
func (v *GroupsView) state() depict.FactorGroupsState {
	return depict.FactorGroupsState{Annotation: v.annotation, InOrder: !v.byTest, Minor: v.minor.shown}
}

// setState shows what the user has chosen.
func (v *GroupsView) setState(s depict.FactorGroupsState) {
	v.annotation, v.byTest, v.minor.shown = s.Annotation, !s.InOrder, s.Minor
	v.redraw()
}

// annotations lists the annotations that distinguish rows: those with two groups or more and,
// unless they are measurements, fewer groups than rows.
func (v *GroupsView) annotations() (names []string) {
	if v.posterior == nil {
		return nil
	}
	return depict.GroupAnnotations(v.posterior.FactorSubject.Subject)
}

// shownAnnotation is the name of the one shown, "" if there is none.
func (v *GroupsView) shownAnnotation() string {
	names := v.annotations()
	if slices.Contains(names, v.annotation) {
		return v.annotation
	}
	if len(names) > 0 {
		return names[0]
	}
	return ""
}

// ShowAnnotation shows another annotation.
func (v *GroupsView) ShowAnnotation(name string) {
	if name != v.annotation {
		v.annotation, v.moved = name, false
		v.changed()
	}
}

// OrderByTest puts the factors with the smallest p values first, or all in their own order.
func (v *GroupsView) OrderByTest(on bool) {
	if on != v.byTest {
		v.byTest, v.moved = on, false
		v.changed()
	}
}

func (v *GroupsView) setTools() {
	names := v.annotations()
	v.by.Set(names, max(slices.Index(names, v.shownAnnotation()), 0))
	v.by.Needless = len(names) == 0
	at := 0
	if v.byTest {
		at = 1
	}
	v.orders.Set([]string{"by number", "by p value"}, at)
	v.offerMinor()
	v.refreshRow()
}

func (v *GroupsView) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	f, _ := v.view.Shown()
	b, is := f.(chart.Boxes)
	if !is || v.posterior == nil {
		return
	}
	var s study.Selection
	if ok && m.Index >= 0 && m.Index < len(b.Panels) {
		panel := &b.Panels[m.Index]
		switch {
		case m.Row >= 0:
			s.Rows = []int{m.Row}
		case m.Kind == "group":
			for i, g := range panel.Group {
				if g == m.Column {
					s.Rows = append(s.Rows, i)
				}
			}
		}
		s = s.WithFactors(v.posterior.Result, v.ids(panel.ID)...)
	}
	v.pick(s, modifiers)
}

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (v *GroupsView) Figure() plotting.Figure {
	if v.posterior == nil {
		return nil
	}
	f := v.makeSource()().(chart.Boxes)
	if len(f.Panels) == 0 {
		return nil
	}
	return v.styled(f)
}

func (v *GroupsView) makeSource() func() plotting.Figure {
	subject, marks, state := v.posterior.FactorSubject, v.marks(), depict.FactorGroupsState{Annotation: v.shownAnnotation(), InOrder: !v.byTest, Minor: v.minor.shown}
	return func() plotting.Figure { return depict.FactorGroups(subject, state, marks) }
}
