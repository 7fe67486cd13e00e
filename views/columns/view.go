package columns

import (
	"context"
	"sync"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// Panes returns the panes of columns that vary together, in the order of their tabs.
func Panes(post screen.Post, style plotting.Style) []pane.Pane {
	return []pane.Pane{newBothView(post, style), newPairsView("Correlation", post, style), newPairsView("Partial correlation", post, style),
		newDirectionsView(post, style), NewActivityView(post, style)}
}

// A view shows a figure of the list with the selection on it, and selects what is clicked.
type view struct {
	pane.Base
	entry     depict.Entry
	subject   *depict.Subject
	selection study.Selection
	made      made // of the worker

	// make makes the figure without a selection; nil for the one of the list.
	make func(s *depict.Subject) func() plotting.Figure
	// marked returns a copy of the figure with a selection, and picked what a mark of it selects.
	marked func(f plotting.Figure, s study.Selection) plotting.Figure
	picked func(f plotting.Figure, m plotting.Mark) study.Selection
}

// made keeps the last figure, so that another selection costs nothing. It is safe for concurrent
// use.
type made struct {
	mu     sync.Mutex
	of     *depict.Subject
	choice int
	figure plotting.Figure
}

func (k *made) get(s *depict.Subject, choice int, make func() plotting.Figure) plotting.Figure {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of != s || k.choice != choice {
		k.of, k.choice, k.figure = s, choice, make()
	}
	return k.figure
}

// start prepares the parts of the pane self.
func (v *view) start(self fyne.Widget, tab string, post screen.Post, style plotting.Style, tools ...fyne.CanvasObject) {
	v.entry = depict.ByTab(tab)
	v.Init(self, tab, post, style, tools...)
	controls.Show(v.Row, len(tools) > 0)
	v.View().OnSelect = v.clicked
}

// usual makes the figure of the list.
func (v *view) usual(s *depict.Subject) plotting.Figure {
	plate, err := v.entry.Plate(context.Background(), s)
	if err != nil {
		return ink.Sentence{Text: err.Error()}
	}
	return plate.Figure
}

// source returns the maker of the figure to show now; choice distinguishes figures of one result.
func (v *view) source(choice int, make func(s *depict.Subject) plotting.Figure) func() plotting.Figure {
	subject, selection := v.subject, v.selection
	return func() plotting.Figure {
		return v.marked(v.made.get(subject, choice, func() plotting.Figure { return make(subject) }), selection)
	}
}

// SetResult is part of [pane.Pane].
func (v *view) SetResult(r pane.Result) {
	if v.subject == nil || v.subject.Data != r.Data {
		v.selection = study.Selection{}
	}
	v.subject = r.Subject
	v.View().Offer(v.figure())
}

// figure is the maker of what is to be shown now.
func (v *view) figure() func() plotting.Figure {
	if v.make != nil {
		return v.make(v.subject)
	}
	return v.source(0, v.usual)
}

// redraw shows what is to be shown now.
func (v *view) redraw() {
	if v.subject != nil {
		v.View().SetSource(v.figure())
	}
}

// Select is part of [pane.Pane].
func (v *view) Select(s study.Selection) {
	if !s.Equal(v.selection) {
		v.selection = s
		v.redraw()
	}
}

// clicked selects what a mark stands for; Shift or Ctrl adds it to the selection.
func (v *view) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	if v.subject == nil {
		return
	}
	var chosen study.Selection
	if f, _ := v.View().Shown(); ok && f != nil {
		chosen = v.picked(f, m)
	}
	v.Select(screen.ClickedOn(v.selection, chosen, modifiers))
	v.Pick(v.selection)
}

// Figure is part of [pane.Pane]: what is on the screen; nil before the first picture.
func (v *view) Figure() plotting.Figure {
	f, _ := v.View().Shown()
	return f
}
