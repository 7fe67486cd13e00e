package runs

import (
	"strings"

	"espalier/inference"
	"espalier/inference/kind/mixture"
	"espalier/plotting"
	"espalier/plotting/chart"
	"espalier/plotting/depict"
	"espalier/views/controls"
	"espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A TraceView shows how the objective of a run goes, live and compact: of a method that
// samples all chains, their burn-in pale. Make one with [NewTraceView]; Close it when it
// is no longer needed.
//
// Of a search for the number of components Up and Down, and a row of tools where there is
// room for it, go through the other numbers of its course, such as the terms of the bound.
type TraceView struct {
	widget.BaseWidget
	// OnDraw is told the draw that was clicked, of a method that samples.
	OnDraw func(chain, iteration int)
	// OnEpoch is told the accepted epoch of a search that was clicked, −1 for the present state.
	OnEpoch func(epoch int)

	view      *screen.View
	what      *controls.Chooser
	row       *fyne.Container
	shown     int // of the scalars; one past the last: all terms of the bound
	snapshot  *inference.Snapshot
	info      inference.Info
	bySeconds bool
	hasCursor bool
	cursor    int
	epoch     int // of the accepted ones with a picture; −1 for now
}

// NewTraceView returns a view without a trace. A nil post is fyne.DoAndWait.
func NewTraceView(post screen.Post, style plotting.Style) *TraceView {
	t := &TraceView{view: screen.NewView(post, style), epoch: -1}
	t.view.SetMinSize(fyne.NewSize(200, 110))
	t.what = controls.NewChooser("Show", t.ShowScalar)
	t.row = container.New(controls.ToolRow{}, t.what)
	t.view.OnKey = t.key
	t.view.OnRune = func(r rune) bool {
		if r == 't' || r == 'T' {
			t.SetBySeconds(!t.bySeconds)
			return true
		}
		return false
	}
	t.view.OnSelect = func(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
		t.selectEpoch(m, ok)
		if f, _ := t.view.Shown(); ok && t.info.Samples && t.OnDraw != nil {
			if f, is := f.(chart.Trace); is && m.Column >= 0 && m.Column < len(f.Series) && m.Index < len(f.Series[m.Column].Iteration) {
				t.OnDraw(m.Column, f.Series[m.Column].Iteration[m.Index])
			}
		}
	}
	t.ExtendBaseWidget(t)
	return t
}

// SetSnapshot shows the traces of a snapshot of a run of the model that info describes.
func (t *TraceView) SetSnapshot(s *inference.Snapshot, info inference.Info) {
	t.snapshot, t.info = s, info
	if t.epoch >= len(depict.Pictured(s)) {
		t.epoch = -1
	}
	t.tools()
	f := t.Figure()
	t.view.Offer(func() plotting.Figure { return f })
}

// SetCursor marks a draw; a negative iteration marks none.
func (t *TraceView) SetCursor(_, iteration int) {
	if on := iteration >= 0; t.hasCursor != on || t.cursor != iteration {
		t.hasCursor, t.cursor = on, iteration
		t.view.SetFigure(t.Figure())
	}
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
func (t *TraceView) Figure() chart.Trace {
	f := chart.Trace{Title: t.info.ObjectiveTitle, Iteration: t.info.Iteration, BySeconds: t.bySeconds,
		Window: t.view.Window(), Style: t.view.Style()}
	if s := t.snapshot; s != nil {
		switch names := t.names(); {
		case t.shown > 0 && t.shown < len(names) && names[t.shown] == allTerms:
			f.Title = "terms of the bound, nats"
			for _, c := range terms(t.info) {
				if series, ok := chart.NewSeries(strings.TrimPrefix(c, termPrefix), s.Trace, c); ok {
					f.Series = append(f.Series, series)
				}
			}
		case t.shown > 0 && t.shown < len(names):
			f.Title = names[t.shown]
			f.SetChains(s, t.info.Scalars[t.shown])
			f.SetEpochs(mixture.EpochsOf(s))
		default:
			f.SetChains(s, t.info.Objective)
			f.SetEpochs(mixture.EpochsOf(s))
		}
	}
	f.NoBest = t.shown > 0
	if t.info.Samples {
		f.BurnIn, f.HasCursor, f.Cursor = inference.BurnIn, t.hasCursor, t.cursor
	}
	if s := t.snapshot; s != nil && t.epoch >= 0 {
		f.HasCursor, f.Cursor = true, mixture.EpochsOf(s)[depict.Pictured(s)[t.epoch]].Last
	}
	return f
}

// View returns the view within.
func (t *TraceView) View() *screen.View { return t.view }

// SetStyle changes the style, such as from light to dark.
func (t *TraceView) SetStyle(s plotting.Style) { t.view.SetStyle(s) }

// Close ends the goroutine of the view.
func (t *TraceView) Close() { t.view.Close() }

// Show makes the view visible, and drawn if something changed meanwhile.
func (t *TraceView) Show() { t.BaseWidget.Show(); t.view.Show() }

// Hide makes the view invisible; nothing is drawn for it until Show.
func (t *TraceView) Hide() { t.BaseWidget.Hide(); t.view.Hide() }

// CreateRenderer is part of fyne.Widget.
func (t *TraceView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(traceLayout{t}, t.row, t.view))
}
