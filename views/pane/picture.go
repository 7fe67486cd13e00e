package pane

import (
	"reflect"
	"strings"
	"sync"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"

	"gonum.org/v1/plot/vg"
)

// leastRow is the least height of a row until the user zooms out.
const leastRow = 14

// source returns the maker of the figure to show now.
func (p *Entry) source() func() plotting.Figure {
	if p.OnGiven != nil {
		p.OnGiven(&p.given)
	}
	given, state, change := p.given, p.state.Clone(), p.OnFigure
	return func() plotting.Figure {
		f := state.Figure(given)
		p.made.put(given, state.Kept(), f)
		if change != nil {
			f = change(f)
		}
		return f
	}
}

// Figure returns the figure shown, in the style and window of the view, for export; nil where there is nothing.
func (p *Entry) Figure() plotting.Figure {
	if p.given.Subject == nil || p.waits() {
		return nil
	}
	if p.OnGiven != nil {
		p.OnGiven(&p.given)
	}
	f := p.figure()
	if b, ok := f.(plotting.Blank); ok && b.IsBlank() {
		return nil
	}
	return plotting.Through(plotting.InStyle(f, p.view.Style()), p.view.Window())
}

// figure returns the figure of the present choices, without making it anew if it is the last one made.
func (p *Entry) figure() plotting.Figure {
	if f := p.made.get(p.given, p.state.Kept()); f != nil {
		return f
	}
	return p.state.Figure(p.given)
}

// made keeps the figure that was made last. It is safe for concurrent use.
type made struct {
	mu     sync.Mutex
	given  depict.Given
	kept   study.Panes
	figure plotting.Figure
}

func (m *made) put(g depict.Given, kept study.Panes, f plotting.Figure) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.given, m.kept, m.figure = g, kept, f
}

// get returns the figure that was made last, if it was made of these; else nil.
func (m *made) get(g depict.Given, kept study.Panes) plotting.Figure {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.figure == nil || m.given.Subject != g.Subject || m.given.Summary != g.Summary ||
		!m.given.Selected.Equal(g.Selected) ||
		m.given.Looked != g.Looked || m.given.Pictures != g.Pictures || m.given.Tree != g.Tree ||
		!reflect.DeepEqual(m.kept, kept) {
		return nil
	}
	return m.figure
}

// showRows shows as many rows as are legible, until the user chooses otherwise.
func (p *Entry) showRows() {
	f, scene := p.view.Shown()
	if p.moved || scene == nil {
		return
	}
	least, area := p.traits.Least, scene.PlotArea().Size()
	if least == 0 {
		least = leastRow
	}
	if p.traits.First != nil {
		p.view.SetWindow(p.traits.First(f, area))
		return
	}
	switch f := f.(type) {
	case interface {
		RowsWindow(height vg.Length) plotting.Window
	}:
		p.view.SetWindow(f.RowsWindow(area.Y))
	case interface {
		RowsWindow(height, least vg.Length) plotting.Window
	}:
		p.view.SetWindow(f.RowsWindow(area.Y, least))
	case interface {
		RowsWindow(area vg.Point) plotting.Window
	}:
		p.view.SetWindow(f.RowsWindow(area))
	}
}

// CopyNumbers copies the numbers of the figure as text for spreadsheets: one line for each item, tabs between the
// cells.
func (p *Entry) CopyNumbers() {
	f, ok := p.Figure().(plotting.Sheeter)
	if !ok || !p.CanCopy() {
		return
	}
	sheets := f.Sheets()
	if len(sheets) == 0 {
		return
	}
	var b strings.Builder
	b.WriteString(strings.Join(sheets[0].Header, "\t") + "\n")
	for cells := range sheets[0].Rows {
		b.WriteString(strings.Join(cells, "\t") + "\n")
	}
	p.Copy(b.String())
}
