package runs

import (
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// names lists what can be shown; see [depict.TraceNames].
func (t *TraceView) names() []string { return depict.TraceNames(t.snapshot, t.info) }

// ShowScalar shows the i-th quantity of the course of a search: one of Info.Scalars or, last, all
// terms of the bound.
func (t *TraceView) ShowScalar(i int) {
	if i >= 0 && i < len(t.names()) && i != t.chosen.Shown {
		t.chosen.Shown = i
		t.redraw()
		t.Chosen()
	}
}

func (t *TraceView) tools() {
	names := t.names()
	if t.chosen.Shown >= len(names) {
		t.chosen.Shown = 0
	}
	t.what.Set(names, t.chosen.Shown)
	t.place(t.Size())
}

// traceCommands is the table behind the keys that go through the numbers, and the help.
var traceCommands = []screen.Command[*TraceView]{
	screen.On("↑", "The previous quantity of the search", "Trace", "", fyne.KeyUp, func(t *TraceView) { t.ShowScalar(t.chosen.Shown - 1) }),
	screen.On("↓", "The next quantity, such as a term of the bound", "Trace", "", fyne.KeyDown, func(t *TraceView) { t.ShowScalar(t.chosen.Shown + 1) }),
}

func (t *TraceView) key(k *fyne.KeyEvent) bool {
	return len(t.names()) > 0 && screen.ByKey(traceCommands, t, k, t.view.Held())
}

// ShowEpoch marks the end of the i-th accepted epoch, of which other panes show the mixture;
// −1 marks none.
func (t *TraceView) ShowEpoch(i int) {
	if t.snapshot != nil && i >= -1 && i < len(depict.Pictured(t.snapshot)) && i != t.epoch {
		t.epoch = i
		t.view.SetFigure(t.Trace())
	}
}

// setLook marks the epoch on view.
func (t *TraceView) setLook(l pane.Look) {
	t.look = l
	t.ShowEpoch(l.Epoch(t.result))
}

// selectEpoch reports which accepted epoch a click asks for: the one of the point, or else the one
// before it. After the last epoch, or beside the curve, it is the present state.
func (t *TraceView) selectEpoch(m plotting.Mark, ok bool) {
	if t.snapshot == nil || len(depict.Pictured(t.snapshot)) == 0 {
		return
	}
	trace := t.Trace()
	epoch := -1
	if ok && m.Column >= 0 && m.Column < len(trace.Series) && m.Index >= 0 && m.Index < len(trace.Series[m.Column].Iteration) {
		at := trace.Series[m.Column].Iteration[m.Index]
		places := depict.Pictured(t.snapshot)
		for i, k := range places {
			if e := mixture.EpochsOf(t.snapshot)[k]; e.First <= at {
				epoch = i
			}
		}
		if epoch == len(places)-1 && at > mixture.EpochsOf(t.snapshot)[places[epoch]].Last {
			epoch = -1
		}
	}
	t.ShowEpoch(epoch)
	t.look.Result, t.look.Past = t.result, epoch+1
	t.Chosen()
}

// traceTools is the height from which on there is room for the row of tools.
const traceTools float32 = 260

// place gives the row of tools and the figure their places.
func (t *TraceView) place(s fyne.Size) {
	top := float32(0)
	controls.Show(t.Row, s.Height >= traceTools && len(t.what.Options) > 1)
	if t.Row.Visible() {
		top = controls.ToolRowHeight
	}
	t.Row.Resize(fyne.NewSize(s.Width, controls.ToolRowHeight))
	t.view.Move(fyne.NewPos(0, top))
	t.view.Resize(fyne.NewSize(s.Width, max(s.Height-top, 0)))
}

// traceLayout is the layout of a TraceView.
type traceLayout struct{ t *TraceView }

// MinSize is that of the figure alone.
func (l traceLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.t.view.MinSize() }

// Layout implements fyne.Layout.
func (l traceLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) { l.t.place(s) }
