package factors

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// An ActivitiesView shows how active the factors of a model are in each case as a heat
// map, factors × cases. Make one with [NewActivitiesView]; Close it when it is no longer
// needed.
//
// The key C goes to the next order of the cases, and M shows minor factors or folds them away.
type ActivitiesView struct {
	factorView

	cases *caseOrder
	minor *minorChoice
}

// NewActivitiesView returns an empty view. A nil post is fyne.DoAndWait.
func NewActivitiesView(post screen.Post, style plotting.Style) *ActivitiesView {
	v := &ActivitiesView{}
	v.cases = newCaseOrder(func() { v.changed() })
	v.minor = newMinorChoice(func() { v.changed() })
	v.init(v, "Activities", post, style, v.cases.chooser, v.minor.chooser)
	v.source, v.tools = v.makeSource, v.setTools
	pane.RecallValue(&v.Base, &v.cases.chosen, v.redraw)
	pane.RecallAs(&v.Base, "Activities, minor", func() bool { return v.minor.shown }, func(on bool) { v.minor.shown = on; v.redraw() }, func() bool { return false })
	v.view.OnSelect = v.clicked
	v.view.OnRune = func(r rune) bool { return screen.ByRune(activitiesCommands, v, r) }
	return v
}

// state is what the user has chosen.
func (v *ActivitiesView) state() depict.ActivitiesState {
	return depict.ActivitiesState{Cases: v.cases.chosen, Minor: v.minor.shown}
}

// ShowMinor shows minor factors too, or folds them away.
func (v *ActivitiesView) ShowMinor(on bool) { v.minor.show(on, v.changed) }

// folded is the subject as it is shown.
func (v *ActivitiesView) folded() depict.FactorSubject { return v.subject.Folded(v.minor.shown) }

// binary reports whether the figure shows the values of features, features × items.
func (v *ActivitiesView) binary() bool {
	f := v.subject.Shown()
	return f != nil && f.Binary
}

func (v *ActivitiesView) setTools() {
	v.cases.offer(&v.factorView)
	v.minor.offer(v.subject)
	v.cases.chooser.Needless = v.binary() || v.subject.Shown().Count() == 0
	v.refreshRow()
}

func (v *ActivitiesView) makeSource() func() plotting.Figure {
	made, subject, state, marks := v.made, v.subject, v.state(), v.marks()
	return func() plotting.Figure { return made.Activities(subject, state, marks) }
}

func (v *ActivitiesView) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	v.pick(screen.MatrixSelection(m, ok, func(rows, columns []int) study.Selection {
		var factors []int
		if len(rows) > 0 {
			factors = factorID(v.folded().Shown(), rows[0])
		}
		if v.binary() {
			return v.selectionOf(columns, nil, factors)
		}
		return v.selectionOf(nil, columns, factors)
	}), modifiers)
}

// activitiesCommands is the table behind the keys of the view and the help.
var activitiesCommands = []screen.Command[*ActivitiesView]{
	screen.On("C", "The next order of the cases", "Activities", "cC", "", func(v *ActivitiesView) { v.cases.next() }),
	screen.On("M", "Show or hide minor factors", "Activities", "mM", "", func(v *ActivitiesView) { v.ShowMinor(!v.minor.shown) }),
}
