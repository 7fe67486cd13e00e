package views

import (
	"espalier/inference"
	"espalier/plotting"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A TraceView shows how the objective of a run goes, live and compact. Make one with
// [NewTraceView]; Close it when it is no longer needed.
type TraceView struct {
	widget.BaseWidget
	view      *View
	trace     inference.Trace
	info      inference.Info
	bySeconds bool
}

// NewTraceView returns a view without a trace. A nil post is fyne.DoAndWait.
func NewTraceView(post Post, style plotting.Style) *TraceView {
	t := &TraceView{view: NewView(post, style)}
	t.view.SetMinSize(fyne.NewSize(200, 110))
	t.view.OnRune = func(r rune) bool {
		if r == 't' || r == 'T' {
			t.SetBySeconds(!t.bySeconds)
			return true
		}
		return false
	}
	t.ExtendBaseWidget(t)
	return t
}

// SetTrace shows the scalars of a snapshot of a run of the model that info describes.
func (t *TraceView) SetTrace(trace inference.Trace, info inference.Info) {
	t.trace, t.info = trace, info
	f := t.Figure()
	t.view.Offer(func() plotting.Figure { return f })
}

// SetBySeconds shows the trace against the time instead of the iteration. The key T
// changes it.
func (t *TraceView) SetBySeconds(on bool) {
	if t.bySeconds != on {
		t.bySeconds = on
		t.view.SetFigure(t.Figure())
	}
}

// BySeconds reports whether the trace is shown against the time.
func (t *TraceView) BySeconds() bool { return t.bySeconds }

// Figure returns the trace that is shown, in the style and window of the view, for export.
func (t *TraceView) Figure() plotting.Trace {
	f := plotting.Trace{Title: t.info.ObjectiveTitle, Iteration: t.info.Iteration, BySeconds: t.bySeconds,
		Window: t.view.Window(), Style: t.view.Style()}
	if s, ok := plotting.NewSeries("", t.trace, t.info.Objective); ok {
		f.Series = []plotting.Series{s}
	}
	return f
}

// View returns the view within.
func (t *TraceView) View() *View { return t.view }

// SetStyle changes the style, such as from light to dark.
func (t *TraceView) SetStyle(s plotting.Style) { t.view.SetStyle(s) }

// Close ends the goroutine of the view.
func (t *TraceView) Close() { t.view.Close() }

// Show makes the view visible, and drawn if something changed meanwhile.
func (t *TraceView) Show() { t.BaseWidget.Show(); t.view.Show() }

// Hide makes the view invisible; nothing is drawn for it until Show.
func (t *TraceView) Hide() { t.BaseWidget.Hide(); t.view.Hide() }

// CreateRenderer is part of fyne.Widget.
func (t *TraceView) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.view) }
