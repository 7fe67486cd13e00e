package factors

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A ReconstructionView shows the data, the fit of the factors and the residual,
// items × cases. Make one with [NewReconstructionView]; Close it when it is no
// longer needed.
//
// The key C goes to the next order of the cases, G turns the grouping of items off and
// on, and S goes from all panels to each alone.
type ReconstructionView struct {
	factorView

	cases      *caseOrder
	rows, what *controls.Chooser
	ungrouped  bool
	only       int // 0 for all side by side
}

// reconstructions are what can be shown.
var reconstructions = []struct{ name, panel string }{
	{"side by side", ""}, {"data", matrix.PanelData}, {"fit", matrix.PanelFit}, {"residual", matrix.PanelResidual},
}

// NewReconstructionView returns an empty view. A nil post is fyne.DoAndWait.
func NewReconstructionView(post screen.Post, style plotting.Style) *ReconstructionView {
	v := &ReconstructionView{}
	v.cases = newCaseOrder(func() { v.changed() })
	v.rows = controls.NewChooser("Rows", func(i int) { v.ShowGrouped(i == 0) })
	v.what = controls.NewChooser("Show", v.ShowPanel)
	v.init(v, "Reconstruction", post, style, v.what, v.rows, v.cases.chooser)
	v.source, v.tools = v.makeSource, v.setTools
	pane.Recall(&v.Base, v.state, v.setState, func() depict.ReconstructionState { return depict.ReconstructionState{} })
	v.view.OnSelect = v.clicked
	v.view.OnRune = func(r rune) bool { return screen.ByRune(reconstructionCommands, v, r) }
	return v
}

// ShowGrouped puts items with the same factors together, or as they stand in the table.
func (v *ReconstructionView) ShowGrouped(on bool) { v.ungrouped = !on; v.changed() }

// ShowPanel shows all panels side by side, 0, or one alone: data, fit, residual.
func (v *ReconstructionView) ShowPanel(i int) {
	if i >= 0 && i < len(reconstructions) {
		v.only = i
		v.changed()
	}
}

func (v *ReconstructionView) setTools() {
	names := make([]string, len(reconstructions))
	for i, r := range reconstructions {
		names[i] = r.name
	}
	v.what.Set(names, v.only)
	at := 0
	if v.ungrouped {
		at = 1
	}
	v.rows.Set([]string{"by their factors", "as in the table"}, at)
	v.rows.Needless = v.subject.Shown().Count() == 0 || v.subject.Shown().Binary
	v.cases.offer(&v.factorView)
	v.cases.chooser.Needless = v.subject.Shown().Count() == 0
	v.refreshRow()
}

// state is what the user has chosen.
func (v *ReconstructionView) state() depict.ReconstructionState {
	return depict.ReconstructionState{Panel: reconstructions[v.only].panel, AsInTable: v.ungrouped, Cases: v.cases.chosen}
}

// setState shows what the user has chosen.
func (v *ReconstructionView) setState(s depict.ReconstructionState) {
	v.only, v.ungrouped, v.cases.chosen = 0, s.AsInTable, s.Cases
	for i, r := range reconstructions {
		if r.panel == s.Panel {
			v.only = i
		}
	}
	v.redraw()
}

func (v *ReconstructionView) makeSource() func() plotting.Figure {
	made, subject, marks := v.made, v.subject, v.marks()
	state := v.state()
	return func() plotting.Figure { return made.Reconstruction(subject, state, marks) }
}

func (v *ReconstructionView) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	v.pick(screen.MatrixSelection(m, ok, func(rows, columns []int) study.Selection { return v.selectionOf(rows, columns, nil) }), modifiers)
}

// reconstructionCommands is the table behind the keys of the view and the help.
var reconstructionCommands = []screen.Command[*ReconstructionView]{
	screen.On("S", "All panels, or only the next one", "Reconstruction", "sS", "", func(v *ReconstructionView) { v.ShowPanel((v.only + 1) % len(reconstructions)) }),
	screen.On("G", "Rows by their factors, or as in the table", "Reconstruction", "gG", "", func(v *ReconstructionView) { v.ShowGrouped(v.ungrouped) }),
	screen.On("C", "The next order of the cases", "Reconstruction", "cC", "", func(v *ReconstructionView) { v.cases.next() }),
}
