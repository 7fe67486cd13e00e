package pane

import (
	"context"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"
)

// A Plain pane shows a figure of the list without tools. It is for figures that have no pane of
// their own.
type Plain struct {
	Asks
	entry depict.Entry
	view  *screen.View
	moved bool // the user has chosen what is seen
}

// NewPlain returns the plain pane of a figure.
func NewPlain(e depict.Entry, post screen.Post, style plotting.Style) *Plain {
	v := screen.NewView(post, style)
	v.Description = e.Tab + ", a figure"
	p := &Plain{entry: e, view: v}
	v.OnDrawn = p.showRows
	v.OnWindow = func(w plotting.Window) { p.moved = !w.IsAll(); p.showRows() }
	return p
}

// leastRow is how high a row of a list is at least, in points, until the user chooses otherwise.
const leastRow = 14

// showRows shows as many rows of a list as are legible, until the user chooses otherwise.
func (p *Plain) showRows() {
	f, scene := p.view.Shown()
	if p.moved || scene == nil {
		return
	}
	switch f := f.(type) {
	case interface {
		RowsWindow(height vg.Length) plotting.Window
	}:
		p.view.SetWindow(f.RowsWindow(scene.PlotArea().Size().Y))
	case interface {
		RowsWindow(height, least vg.Length) plotting.Window
	}:
		p.view.SetWindow(f.RowsWindow(scene.PlotArea().Size().Y, leastRow))
	}
}

// Plains returns a plain pane for each figure of a list that no pane given shows.
func Plains(list []depict.Entry, panes []Pane, post screen.Post, style plotting.Style) (more []Pane) {
	shown := map[string]bool{}
	for _, p := range panes {
		shown[p.Tab()] = true
	}
	for _, e := range list {
		if !shown[e.Tab] {
			more = append(more, NewPlain(e, post, style))
		}
	}
	return more
}

// Tab is part of [Pane].
func (p *Plain) Tab() string { return p.entry.Tab }

// Object is part of [Pane].
func (p *Plain) Object() fyne.CanvasObject { return p.view }

// View is part of [Pane].
func (p *Plain) View() *screen.View { return p.view }

// Offers is part of [Pane].
func (p *Plain) Offers(s *depict.Subject) bool { return p.entry.Offers(s) }

// Select is part of [Pane]; the figure shows no selection.
func (p *Plain) Select(study.Selection) {}

// Restore is part of [Pane]; there is nothing to choose.
func (p *Plain) Restore(study.Panes) {}

// SetStyle is part of [Pane].
func (p *Plain) SetStyle(s plotting.Style) { p.view.SetStyle(s) }

// Close is part of [Pane].
func (p *Plain) Close() { p.view.Close() }

// SetResult shows the figure of the newest snapshot, at the pace of a run.
func (p *Plain) SetResult(r Result) {
	entry := p.entry
	p.view.Offer(func() plotting.Figure {
		plate, err := entry.Plate(context.Background(), r.Subject)
		if err != nil {
			return ink.Sentence{Text: err.Error()}
		}
		return plate.Figure
	})
}

// Figure is part of [Pane]: what is on the screen; nil before the first picture.
func (p *Plain) Figure() plotting.Figure {
	f, _ := p.view.Shown()
	return f
}

// About is part of [Pane].
func (p *Plain) About() string { return "" }
