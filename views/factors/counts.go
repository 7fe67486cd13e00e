package factors

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A CountsView shows how many factors there are, for each draw and as a posterior, and
// how much each factor explains. Make one with [NewCountsView]; Close it when it is no longer
// needed. Comma and full stop choose the factor.
type CountsView struct {
	summaryView
	subject *depict.Subject // the newest; that of the posterior may be older
}

// NewCountsView returns an empty view. A nil post is fyne.DoAndWait.
func NewCountsView(post screen.Post, style plotting.Style) *CountsView {
	v := &CountsView{}
	v.init(v, "Number", post, style)
	v.source, v.tools = v.makeSource, func() { v.showRow(false) } // there is nothing to choose
	v.wait = v.Wait
	v.view.OnSelect = v.clicked
	v.view.OnRune = func(r rune) bool { return screen.ByRune(factorCountsCommands, v, r) }
	return v
}

// factorCountsCommands is the table behind the keys of the view.
var factorCountsCommands = []screen.Command[*CountsView]{
	screen.On(",", "The previous factor", "Number", ",", "", func(v *CountsView) { v.stepFactor(-1) }),
	screen.On(".", "The next factor", "Number", ".", "", func(v *CountsView) { v.stepFactor(1) }),
}

// Wait says that the draws of a run on data are being summarised. The traces are shown at once.
func (v *CountsView) Wait(data *inference.Dataset) {
	if v.posterior != nil && v.posterior.Data != data {
		v.posterior = nil
	}
}

// SetResult shows the traces of a result, and has its draws summarised.
func (v *CountsView) SetResult(r pane.Result) {
	v.summaryView.SetResult(r)
	v.SetSubject(r.Subject)
}

// SetSubject shows the traces of a result, at the pace of a run.
func (v *CountsView) SetSubject(s *depict.Subject) {
	v.subject = s
	v.view.Offer(v.makeSource())
}

func (v *CountsView) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	switch {
	case ok && m.Kind == "draw":
		v.Draw(m.Column, m.Index)
	case ok && m.Kind == "factor":
		v.pick(v.selectionOf(nil, v.ids(m.Node)), modifiers)
	case !ok:
		v.pick(study.Selection{}, modifiers)
	}
}

// Figure returns the figure shown, in the style of the view, for export; nil when there is none.
func (v *CountsView) Figure() plotting.Figure {
	if v.subject == nil && v.summary() == nil {
		return nil
	}
	return v.styled(v.makeSource()())
}

func (v *CountsView) makeSource() func() plotting.Figure {
	s := depict.FactorSubject{Subject: v.subject, Summary: v.summary()}
	if v.subject == nil && v.posterior != nil {
		s = v.posterior.FactorSubject
	}
	var marks depict.FactorMarks
	if v.posterior != nil {
		marks = v.marks()
	}
	return func() plotting.Figure {
		if s.Subject == nil {
			return chart.Counts{Style: plotting.Light, Selected: -1}
		}
		return depict.FactorCounts(s, marks)
	}
}
