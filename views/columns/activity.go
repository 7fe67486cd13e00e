package columns

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// An ActivityView shows where in the tree each factor of the columns changed: the factors that
// moved most side by side, or a chosen one. A click selects a clade. Make one with
// [NewActivityView]; Close it when it is no longer needed.
//
// Comma and full stop choose the factor.
type ActivityView struct {
	view
	which  *controls.Chooser
	chosen int // number of the factor, from 1; 0 for those that moved most
}

// NewActivityView returns an empty view. A nil post is fyne.DoAndWait.
func NewActivityView(post screen.Post, style plotting.Style) *ActivityView {
	v := &ActivityView{}
	v.which = controls.NewChooser("Show", v.Choose)
	v.make = func(*depict.Subject) func() plotting.Figure { return v.current() }
	v.marked = func(f plotting.Figure, s study.Selection) plotting.Figure {
		p, ok := f.(*chart.Panels)
		if !ok {
			return withSelection(f, s)
		}
		marked := *p
		marked.Parts = make([]chart.Panel, len(p.Parts))
		for i, part := range p.Parts {
			part.Figure = withSelection(part.Figure, s)
			marked.Parts[i] = part
		}
		return &marked
	}
	v.picked = func(f plotting.Figure, m plotting.Mark) study.Selection {
		if p, ok := f.(*chart.Panels); ok && len(p.Parts) > 0 { // all have the same tree
			f = p.Parts[0].Figure
		}
		return ofTree(f, m)
	}
	v.start(v, "Along the tree", post, style, v.which)
	pane.RecallValue(&v.Base, &v.chosen, v.changed)
	v.View().OnRune = func(r rune) bool { return screen.ByRune(activityCommands, v, r) }
	return v
}

// activityCommands is the table behind the keys of the view and the help.
var activityCommands = []screen.Command[*ActivityView]{
	screen.On(",", "The previous factor", "Along the tree", ",", "", func(v *ActivityView) { v.which.Step(-1) }),
	screen.On(".", "The next factor", "Along the tree", ".", "", func(v *ActivityView) { v.which.Step(1) }),
}

// Shortcuts returns the keys of the views, for the help.
func Shortcuts() []screen.Shortcut { return screen.Help(nil, activityCommands) }

// SetResult is part of [pane.Pane].
func (v *ActivityView) SetResult(r pane.Result) {
	v.view.SetResult(r)
	v.setTools()
}

// at returns the number of the factor shown: the one chosen, or 0 if it does not exist.
func (v *ActivityView) at() int {
	if v.subject == nil || v.chosen < 0 || v.chosen > len(depict.ActivityNames(v.subject)) {
		return 0
	}
	return v.chosen
}

// setTools lists the factors.
func (v *ActivityView) setTools() {
	options := []string{"those that move most"}
	if v.subject != nil {
		options = append(options, depict.ActivityNames(v.subject)...)
	}
	v.which.Set(options, v.at())
	controls.RefreshTools(v.Row, v.Box, true)
}

// Choose shows the i-th factor, from 1, or with 0 those that moved most.
func (v *ActivityView) Choose(i int) {
	if v.subject != nil && i >= 0 && i <= len(depict.ActivityNames(v.subject)) && i != v.at() {
		v.chosen = i
		v.changed()
		v.Chosen()
	}
}

// changed shows what is chosen now.
func (v *ActivityView) changed() {
	v.setTools()
	v.redraw()
}

// current is the maker of what is to be shown now.
func (v *ActivityView) current() func() plotting.Figure {
	k := v.at()
	return v.source(k, func(s *depict.Subject) plotting.Figure {
		if k == 0 {
			return v.usual(s)
		}
		a := depict.ActivityOf(s)
		if a == nil || k > len(a.Directions) {
			return ink.Sentence{Text: "There is no such factor."}
		}
		return a.Figure(s, k-1)
	})
}
