package runs

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A TraceView shows the course of the objective of a run, live and compact. For a sampler it shows
// all chains, their burn-in pale. Make one with [NewTraceView]; Close it when it is no longer
// needed.
//
// For a search for the number of components, Up and Down go through the other quantities of its
// course, such as the terms of the bound; so does a row of tools, if there is room.
type TraceView struct {
	pane.Base

	view      *screen.View
	what      *controls.Chooser
	chosen    depict.TraceState
	snapshot  *inference.Snapshot
	info      inference.Info
	hasCursor bool
	cursor    int
	result    study.ResultID
	look      pane.Look
	epoch     int // of the accepted ones with a picture; −1 for now
}

// NewTraceView returns a view without a trace. A nil post is fyne.DoAndWait.
func NewTraceView(post screen.Post, style plotting.Style) *TraceView {
	t := &TraceView{epoch: -1}
	t.what = controls.NewChooser("Show", t.ShowScalar)
	t.Init(t, "Trace", post, style, t.what)
	t.view = t.View()
	t.Box = container.New(traceLayout{t}, t.Row, t.view)
	pane.RecallValue(&t.Base, &t.chosen, t.redraw)
	pane.RecallAs(&t.Base, pane.LookName, func() pane.Look { return t.look }, t.setLook, func() pane.Look { return pane.Look{} })
	t.view.SetMinSize(fyne.NewSize(200, 110))
	t.view.OnKey = t.key
	t.view.OnRune = func(r rune) bool {
		if r == 't' || r == 'T' {
			t.SetBySeconds(!t.chosen.BySeconds)
			return true
		}
		return false
	}
	t.view.OnSelect = func(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
		t.selectEpoch(m, ok)
		if f, _ := t.view.Shown(); ok && t.info.Samples {
			if f, is := f.(chart.Trace); is && m.Column >= 0 && m.Column < len(f.Series) && m.Index < len(f.Series[m.Column].Iteration) {
				t.Draw(m.Column, f.Series[m.Column].Iteration[m.Index])
			}
		}
	}
	return t
}

// Offers reports whether the result has an objective.
func (t *TraceView) Offers(s *depict.Subject) bool { return s.Info.Objective != "" }

// SetResult shows the traces of the newest snapshot.
func (t *TraceView) SetResult(r pane.Result) {
	if t.result != r.ID {
		t.result, t.epoch = r.ID, -1
	}
	t.SetSnapshot(r.Snapshot, r.Info)
	t.setLook(t.look)
}

// Select is part of [pane.Pane]; the figure shows no selection.
func (t *TraceView) Select(study.Selection) {}

// Figure returns the trace that is shown, in the style and window of the pane, for export; nil if
// there is none.
func (t *TraceView) Figure() plotting.Figure {
	if f := t.Trace(); len(f.Series) > 0 {
		return f
	}
	return nil
}

// redraw redraws what is shown.
func (t *TraceView) redraw() {
	t.tools()
	t.view.SetFigure(t.Trace())
}

// SetSnapshot shows the traces of a snapshot of a run of the model that info describes.
func (t *TraceView) SetSnapshot(s *inference.Snapshot, info inference.Info) {
	t.snapshot, t.info = s, info
	if t.epoch >= len(depict.Pictured(s)) {
		t.epoch = -1
	}
	t.tools()
	f := t.Trace()
	t.view.Offer(func() plotting.Figure { return f })
}

// SetCursor marks a draw; a negative iteration marks none.
func (t *TraceView) SetCursor(_, iteration int) {
	if on := iteration >= 0; t.hasCursor != on || t.cursor != iteration {
		t.hasCursor, t.cursor = on, iteration
		t.view.SetFigure(t.Trace())
	}
}

// SetBySeconds shows the trace against the time instead of the iteration. The key T
// changes it.
func (t *TraceView) SetBySeconds(on bool) {
	if t.chosen.BySeconds != on {
		t.chosen.BySeconds = on
		t.view.SetFigure(t.Trace())
		t.Chosen()
	}
}

// BySeconds reports whether the trace is shown against the time.
func (t *TraceView) BySeconds() bool { return t.chosen.BySeconds }

// Trace returns the trace that is shown, in the style and window of the pane.
func (t *TraceView) Trace() chart.Trace {
	f := depict.Trace(t.snapshot, t.info, t.chosen, t.epoch)
	f.Window, f.Style = t.view.Window(), t.view.Style()
	if t.info.Samples {
		f.BurnIn = inference.BurnIn
		if t.epoch < 0 || t.snapshot == nil {
			f.HasCursor, f.Cursor = t.hasCursor, t.cursor
		}
	}
	return f
}
