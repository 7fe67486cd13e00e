package views

import (
	"slices"

	"espalier/inference/study"
	"espalier/plotting"
	"espalier/plotting/chart"
	"espalier/plotting/depict"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A FactorGroupsView shows how the activity of each factor goes with an annotation of the
// rows: box plots by group, or points along a measurement, each with a test. Make one with
// [NewFactorGroupsView]; Close it when it is no longer needed.
//
// The key A goes to the next annotation, P orders the factors by their p values.
type FactorGroupsView struct {
	widget.BaseWidget
	summaryView

	by, orders *chooser
	annotation string
	byTest     bool
}

// NewFactorGroupsView returns an empty view. A nil post is fyne.DoAndWait.
func NewFactorGroupsView(post Post, style plotting.Style) *FactorGroupsView {
	v := &FactorGroupsView{}
	v.by = newChooser("Annotation", func(i int) { v.ShowAnnotation(v.annotations()[i]) })
	v.orders = newChooser("Order", func(i int) { v.OrderByTest(i == 1) })
	v.summaryView = newSummaryView(post, style, v.by, v.orders)
	v.summaryView.source, v.summaryView.tools = v.makeSource, v.setTools
	v.start()
	v.view.OnSelect = v.clicked
	v.view.OnDrawn = v.showLines
	v.view.OnWindow = func(w plotting.Window) { v.moved = !w.IsAll(); v.showLines() }
	v.view.OnRune = func(r rune) bool { return byRune(factorGroupsCommands, v, r) }
	v.ExtendBaseWidget(v)
	return v
}

// showLines shows as many lines of panels as are legible, until the user chooses otherwise.
func (v *FactorGroupsView) showLines() {
	f, scene := v.view.Shown()
	if b, ok := f.(chart.Boxes); ok && !v.moved && scene != nil {
		v.view.SetWindow(b.RowsWindow(scene.PlotArea().Size()))
	}
}

// CreateRenderer is part of fyne.Widget.
func (v *FactorGroupsView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(v.box)
}

// Show makes the view visible, and drawn if something changed meanwhile.
func (v *FactorGroupsView) Show() { v.BaseWidget.Show(); v.view.Show() }

// Hide makes the view invisible; nothing is drawn for it until Show.
func (v *FactorGroupsView) Hide() { v.BaseWidget.Hide(); v.view.Hide() }

// factorGroupsCommands is the table behind the keys of the view and the help.
var factorGroupsCommands = []viewCommand[*FactorGroupsView]{
	on("A", "The next annotation", "By group", "aA", "", func(v *FactorGroupsView) {
		if names := v.annotations(); len(names) > 0 {
			v.ShowAnnotation(names[(max(slices.Index(names, v.shownAnnotation()), 0)+1)%len(names)])
		}
	}),
	on("P", "Order the factors by p value, or as they are", "By group", "pP", "", func(v *FactorGroupsView) { v.OrderByTest(!v.byTest) }),
	on(",", "The previous factor", "By group", ",", "", func(v *FactorGroupsView) { v.stepFactor(-1) }),
	on(".", "The next factor", "By group", ".", "", func(v *FactorGroupsView) { v.stepFactor(1) }),
}

// annotations lists those of the data that tell rows apart: of two groups or more, and of
// fewer groups than rows unless they measure something.
func (v *FactorGroupsView) annotations() (names []string) {
	if v.posterior == nil {
		return nil
	}
	return v.posterior.GroupAnnotations()
}

// shownAnnotation is the name of the one shown, "" where there is none.
func (v *FactorGroupsView) shownAnnotation() string {
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
func (v *FactorGroupsView) ShowAnnotation(name string) {
	if name != v.annotation {
		v.annotation, v.moved = name, false
		v.changed()
	}
}

// OrderByTest puts the factors with the least p values first, or in their own order.
func (v *FactorGroupsView) OrderByTest(on bool) {
	if on != v.byTest {
		v.byTest, v.moved = on, false
		v.changed()
	}
}

func (v *FactorGroupsView) setTools() {
	names := v.annotations()
	v.by.set(names, max(slices.Index(names, v.shownAnnotation()), 0))
	v.by.needless = len(names) == 0
	at := 0
	if v.byTest {
		at = 1
	}
	v.orders.set([]string{"by number", "by p value"}, at)
	v.refreshRow()
}

func (v *FactorGroupsView) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
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

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
func (v *FactorGroupsView) Figure() plotting.Figure {
	if v.posterior == nil {
		return nil
	}
	f := v.makeSource()().(chart.Boxes)
	if len(f.Panels) == 0 {
		return nil
	}
	return v.styled(f)
}

func (v *FactorGroupsView) makeSource() func() plotting.Figure {
	subject, marks, state := v.posterior.FactorSubject, v.marks(), depict.FactorGroupsState{Annotation: v.shownAnnotation(), InOrder: !v.byTest}
	return func() plotting.Figure { return depict.FactorGroups(subject, state, marks) }
}
