package runs

import (
	"sync/atomic"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A TraceView shows the course of the objective of a run, live and compact: for a sampler all chains, their burn-in
// pale, with the draw that is shown. Of a search for the number of components it also shows other quantities, such as
// the terms of the bound; there is a row of tools if there is room. Make one with [NewTraceView]; Close it when it is
// no longer needed.
type TraceView struct {
	*pane.Entry
	cursor atomic.Pointer[int] // the iteration that is marked; nil for none
}

// NewTraceView returns a view without a trace. A nil post is fyne.DoAndWait.
func NewTraceView(post screen.Post, style plotting.Style) *TraceView {
	t := &TraceView{Entry: pane.NewEntry(depict.ByTab("Trace"), nil, post, style)}
	t.OnFigure = t.marked
	v := t.View()
	t.Box = container.New(traceLayout{t}, t.Row, v)
	v.SetMinSize(fyne.NewSize(200, 110))
	pick := v.OnSelect
	v.OnSelect = func(m plotting.Mark, ok bool, with fyne.KeyModifier) {
		if !ok {
			t.Put("epoch", "now")
			return
		}
		pick(m, ok, with)
	}
	return t
}

// Offers reports whether the result has an objective, of which there may be no course yet.
func (t *TraceView) Offers(s *depict.Subject) bool { return s.Info.Objective != "" }

// Figure returns the trace that is shown, in the style and window of the pane, for export; nil if there is none.
func (t *TraceView) Figure() plotting.Figure {
	if f, ok := t.marked(t.Entry.Figure()).(chart.Trace); ok && len(f.Series) > 0 {
		return f
	}
	return nil
}

// marked marks the draw that is shown, where no epoch is marked.
func (t *TraceView) marked(f plotting.Figure) plotting.Figure {
	trace, ok := f.(chart.Trace)
	if at := t.cursor.Load(); ok && at != nil && !trace.HasCursor {
		trace.HasCursor, trace.Cursor = true, *at
		return trace
	}
	return f
}

// SetCursor marks a draw; a negative iteration marks none.
func (t *TraceView) SetCursor(_, iteration int) {
	was := t.cursor.Load()
	switch {
	case iteration >= 0 && (was == nil || *was != iteration):
		t.cursor.Store(&iteration)
	case iteration < 0 && was != nil:
		t.cursor.Store(nil)
	default:
		return
	}
	t.Redraw()
}

// traceTools is the height from which on there is room for the row of tools.
const traceTools float32 = 260

// traceLayout is the layout of a TraceView.
type traceLayout struct{ t *TraceView }

// MinSize is that of the figure alone.
func (l traceLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.t.View().MinSize() }

// Layout implements fyne.Layout.
func (l traceLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	top := float32(0)
	controls.Show(l.t.Row, s.Height >= traceTools && !l.t.Choices()[0].Needless)
	if l.t.Row.Visible() {
		top = controls.ToolRowHeight
	}
	l.t.Row.Resize(fyne.NewSize(s.Width, controls.ToolRowHeight))
	controls.Place(l.t.View(), 0, top, s.Width, max(s.Height-top, 0))
}
