package factors

import (
	"slices"

	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"
)

// A TruthView shows the loadings that a simulated table was drawn from beside those that were learnt. Make one with
// [NewTruthView]; Close it when it is no longer needed. Comma and full stop choose the factor.
type TruthView struct{ summaryView }

// NewTruthView returns an empty view. A nil post is fyne.DoAndWait.
func NewTruthView(post screen.Post, style plotting.Style) *TruthView {
	v := &TruthView{}
	v.init(v, "Truth", post, style)
	v.source, v.tools, v.window = v.makeSource, func() { v.showRow(false) }, v.firstWindow // there is nothing to choose
	v.view.OnSelect = v.clicked
	v.view.OnRune = func(r rune) bool { return screen.ByRune(factorTruthCommands, v, r) }
	return v
}

// factorTruthCommands is the table behind the keys of the view.
var factorTruthCommands = []screen.Command[*TruthView]{
	screen.On(",", "The previous factor", "Truth", ",", "", func(v *TruthView) { v.stepFactor(-1) }),
	screen.On(".", "The next factor", "Truth", ".", "", func(v *TruthView) { v.stepFactor(1) }),
}

// firstWindow shows as many items as are legible.
func (v *TruthView) firstWindow(area vg.Point) plotting.Window {
	return chart.Ranking{Entries: make([]factors.Ranked, len(v.posterior.Items()))}.RowsWindow(area.Y, leastItem)
}

// clicked selects the item of a cell, and the learnt factor of a column or a pair.
func (v *TruthView) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	if v.posterior == nil {
		return
	}
	var items, chosen []int
	f, _ := v.makeSource()().(cells.Hinton)
	if ok && m.Index >= 0 && m.Index < len(f.Blocks) {
		columns := f.Blocks[m.Index].Columns
		at := len(columns) - 1
		if m.Kind == "cell" {
			items, at = []int{m.Column}, m.Node
		}
		if at >= 0 && at < len(columns) {
			chosen = v.ids(slices.Index(v.factorNames(), columns[at].Name)) // none for a true factor
		}
	}
	v.pick(v.selectionOf(items, chosen), modifiers)
}

// Figure returns the figure shown, in the style and window of the view, for export; nil when there is none.
func (v *TruthView) Figure() plotting.Figure {
	if v.posterior == nil {
		return nil
	}
	return v.styled(v.makeSource()())
}

func (v *TruthView) makeSource() func() plotting.Figure {
	subject, marks := v.posterior.FactorSubject, v.marks()
	return func() plotting.Figure { return depict.FactorTruth(subject, depict.FactorTruthState{}, marks) }
}
