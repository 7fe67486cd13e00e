package runs

import (
	"sync"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/stamp"

	"fyne.io/fyne/v2"
)

// A DiagnosticsView shows the diagnostics of a sampler: the verdict, and a row for each
// quantity. A click on a trace selects that draw; the arrow keys move to its neighbours
// among the draws whose tree is kept, and the digits choose the chain. Make one with
// [NewDiagnosticsView]; Close it when it is no longer needed.
type DiagnosticsView struct {
	pane.Base
	// OnVerdict receives the verdict on the draws of a result, and its stamp; empty if there are none.
	OnVerdict func(of stamp.Stamp, v diagnostics.Verdict)

	judge     *Judge
	of        stamp.Stamp // of the figure shown
	view      *screen.View
	figure    func() *chart.Diagnostics // made when it is first drawn; nil where there is nothing to show
	rows      int                       // of the figure that was drawn last
	samples   []forest.Draw
	iteration int // the last
	chains    int
	cursor    struct {
		on               bool
		chain, iteration int
	}
	moved bool // the user has chosen the visible part
}

// leastRow is the height of a row below which rows are scrolled rather than squeezed.
const leastRow = 58

// NewDiagnosticsView returns a view without diagnostics. A nil post is fyne.DoAndWait.
func NewDiagnosticsView(post screen.Post, style plotting.Style) *DiagnosticsView {
	d := &DiagnosticsView{judge: NewJudge(post)}
	d.Init(d, "Diagnostics", post, style)
	d.view = d.View()
	d.Row.Hide()
	d.judge.OnJudged = func(j Judged) {
		d.Set(j)
		d.say(j.Of, j.Report.Verdict)
	}
	d.view.SetMinSize(fyne.NewSize(240, 140))
	d.view.OnSelect = d.selected
	d.view.OnKey = d.key
	d.view.OnRune = d.rune
	d.view.OnWindow = func(plotting.Window) { d.moved = true }
	d.view.OnDrawn = d.drawn
	d.draw()
	return d
}

func (d *DiagnosticsView) say(of stamp.Stamp, v diagnostics.Verdict) {
	if d.OnVerdict != nil {
		d.OnVerdict(of, v)
	}
}

// Judge assesses the draws of the newest snapshot of a result when the pace allows it, also while another pane is
// shown. A result without draws has no diagnostics. known is an earlier report on this snapshot, nil if there is none.
func (d *DiagnosticsView) Judge(r pane.Result, known *diagnostics.Report) {
	if r.Subject == nil || !r.Info.Samples {
		d.judge.Forget()
		d.Clear()
		d.say(stamp.Stamp{}, diagnostics.Verdict{})
		return
	}
	d.judge.Offer(stamp.Of(r.Table, r.ID, nil), r.Snapshot, r.Info, r.Rests, known)
}

// Offers reports whether the model is a sampler.
func (d *DiagnosticsView) Offers(s *depict.Subject) bool { return s.Info.Samples }

// SetResult is part of [pane.Pane]; Judge sets the figure, which keeps its stamp.
func (d *DiagnosticsView) SetResult(pane.Result) { d.view.Of = d.of }

// Select is part of [pane.Pane]; the figure shows no selection.
func (d *DiagnosticsView) Select(study.Selection) {}

// Set shows the diagnostics that a [Judge] made of a snapshot.
func (d *DiagnosticsView) Set(j Judged) {
	d.figure, d.samples, d.chains = sync.OnceValue(j.Figure), forest.DrawsOf(j.Snapshot), len(j.Snapshot.Chains)
	d.iteration = max(0, j.Report.Iterations-1)
	d.of, d.view.Of = j.Of, j.Of
	d.draw()
}

// Clear shows that there is nothing to show.
func (d *DiagnosticsView) Clear() {
	d.of, d.view.Of = stamp.Stamp{}, stamp.Stamp{}
	if d.figure != nil {
		d.figure, d.samples, d.moved, d.cursor.on = nil, nil, false, false
		d.draw()
	}
}

// SetCursor marks a draw without asking the window to show it; a negative iteration marks none.
func (d *DiagnosticsView) SetCursor(chain, iteration int) {
	c, on := &d.cursor, iteration >= 0
	if c.on != on || c.chain != chain || c.iteration != iteration {
		c.on, c.chain, c.iteration = on, chain, iteration
		d.draw()
	}
}

// Figure returns the figure shown, in the style and window of the view, for export; nil where there is none.
func (d *DiagnosticsView) Figure() plotting.Figure {
	if d.figure == nil {
		return nil
	}
	return d.maker()().WithWindow(d.view.Window()).(*chart.Diagnostics).WithStyle(d.view.Style())
}

// maker returns a function that makes the figure, and may be called on another goroutine.
func (d *DiagnosticsView) maker() func() *chart.Diagnostics {
	figure, cursor := d.figure, d.cursor
	return func() *chart.Diagnostics {
		switch {
		case figure == nil:
			return &chart.Diagnostics{}
		case cursor.on:
			return figure().WithCursor(cursor.chain, cursor.iteration)
		}
		return figure()
	}
}

func (d *DiagnosticsView) draw() {
	f := d.maker()
	d.view.SetSource(func() plotting.Figure { return f() })
}

// drawn shows as many rows as have room, until the user chooses otherwise.
func (d *DiagnosticsView) drawn() {
	f, s := d.view.Shown()
	shown, ok := f.(*chart.Diagnostics)
	if !ok || s == nil || d.figure == nil {
		return
	}
	if shown.Rows() != d.rows {
		d.rows, d.moved = shown.Rows(), false
	}
	if !d.moved {
		d.view.SetWindow(shown.RowsWindow(s.PlotArea().Size().Y, leastRow))
	}
}

// selected follows a click.
func (d *DiagnosticsView) selected(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	if !ok || d.figure == nil {
		return
	}
	switch m.Kind {
	case plotting.DrawMark:
		d.choose(m.Column, m.Index)
	case plotting.CladeMark:
		if c, ok := d.figure().Clade(m); ok {
			d.PickRows(c.Leaves)
		}
	}
}

func (d *DiagnosticsView) choose(chain, iteration int) {
	d.SetCursor(chain, iteration)
	d.Draw(chain, iteration)
}

// key moves the cursor sideways, if there is one.
func (d *DiagnosticsView) key(k *fyne.KeyEvent) bool {
	if !d.cursor.on || d.figure == nil {
		return false
	}
	switch k.Name {
	case fyne.KeyLeft:
		d.step(-1)
	case fyne.KeyRight:
		d.step(1)
	default:
		return false
	}
	return true
}

// step moves the cursor to the next draw of its chain whose tree is kept or, where none
// is, to the next iteration.
func (d *DiagnosticsView) step(by int) {
	c := d.cursor
	best, any := c.iteration, false
	for _, s := range d.samples {
		if s.Chain == c.chain {
			any = true
			if by > 0 && s.Iteration > c.iteration && (best == c.iteration || s.Iteration < best) ||
				by < 0 && s.Iteration < c.iteration && (best == c.iteration || s.Iteration > best) {
				best = s.Iteration
			}
		}
	}
	if !any {
		best = min(max(c.iteration+by, 0), d.iteration)
	}
	if best != c.iteration {
		d.choose(c.chain, best)
	}
}

// rune chooses a chain by its number.
func (d *DiagnosticsView) rune(r rune) bool {
	k := int(r - '1')
	if d.figure == nil || k < 0 || k >= d.chains || k > 8 {
		return false
	}
	at := d.iteration
	if d.cursor.on {
		at = d.cursor.iteration
	}
	d.choose(k, at)
	return true
}

// Close ends the goroutines of the pane.
func (d *DiagnosticsView) Close() { d.judge.Close(); d.Base.Close() }
