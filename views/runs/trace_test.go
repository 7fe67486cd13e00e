package runs

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A click on the trace of a search asks for the accepted epoch there, or the one before it.
func TestTraceShowsEpochs(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewTraceView(s.Post, plotting.Light)
	defer v.Close()
	s.Show(v, 700, 300)
	info := inference.Info{Objective: "free_energy", ObjectiveTitle: "bound, nats", Scalars: []string{"free_energy"}}
	trace := inference.Trace{Names: info.Scalars, Values: make([][]float64, 1)}
	for i := range 40 {
		trace.Iteration, trace.Seconds, trace.Values[0] = append(trace.Iteration, i), append(trace.Seconds, float64(i)), append(trace.Values[0], float64(i))
	}
	m := &mixture.Mixture{}
	snap := &inference.Snapshot{Trace: trace, Parts: []inference.Part{&mixture.Mixture{Epochs: []mixture.Epoch{{First: 0, Last: 9, Accepted: true, Parent: -1, Mixture: m},
		{First: 10, Last: 19, Children: [2]int{1, 2}}, {First: 20, Last: 29, Accepted: true, Children: [2]int{3, 4}, Mixture: m}, {First: 30, Last: 39, Open: true, Children: [2]int{5, 6}}}}}}
	v.SetSnapshot(snap, info)
	s.Settle(v.view)
	told := -9
	v.Connect(pane.Wishes{Keep: func(_ string, s any) {
		if l, ok := s.(pane.Look); ok {
			told = l.Epoch(0)
		}
	}})
	for _, click := range [][2]int{{3, 0}, {14, 0}, {25, 1}, {35, -1}} { // what changes nothing is not told
		at, want := click[0], click[1]
		mark := plotting.NewMark("point")
		mark.Column, mark.Index = 0, at
		v.view.OnSelect(mark, true, 0)
		if told != want {
			t.Errorf("a click at %d asks for %d, want %d", at, told, want)
		}
		if f := v.Trace(); want >= 0 && (!f.HasCursor || f.Cursor != mixture.EpochsOf(snap)[2*want].Last) || want < 0 && f.HasCursor {
			t.Errorf("the cursor stands at %d", f.Cursor)
		}
	}
	v.ShowEpoch(1)
	if v.view.OnSelect(plotting.Mark{}, false, 0); told != -1 || v.Trace().HasCursor {
		t.Errorf("a click beside the curve asks for %d", told)
	}
	v.ShowEpoch(1)
	if v.SetSnapshot(&inference.Snapshot{Trace: trace}, info); v.Trace().HasCursor {
		t.Error("the cursor stays in another run")
	}
}

func TestTraceView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewTraceView(s.Post, plotting.Light)
	defer v.Close()
	v.view.Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v, 700, 160)
	info := inference.Info{Objective: "evidence", ObjectiveTitle: "log evidence, nats", Iteration: "search step"}
	trace := inference.Trace{Names: []string{"evidence", "branch_points"}, Values: make([][]float64, 2)}
	for i := range 300 {
		trace.Iteration = append(trace.Iteration, i)
		trace.Seconds = append(trace.Seconds, float64(i)/10)
		trace.Values[0] = append(trace.Values[0], -100*math.Exp(-float64(i)/50))
		trace.Values[1] = append(trace.Values[1], 3)
	}
	v.SetSnapshot(&inference.Snapshot{Trace: trace}, info)
	s.Settle(v.view)
	f, _ := v.view.Shown()
	shown := f.(chart.Trace)
	if len(shown.Series) != 1 || len(shown.Series[0].Values) != 300 || shown.Title != info.ObjectiveTitle {
		t.Errorf("%+v", shown)
	}
	s.Keep("trace")
	v.view.Modifiers = func() fyne.KeyModifier { return fyne.KeyModifierControl }
	v.view.Scrolled(&fyne.ScrollEvent{PointEvent: *viewstest.Point(400, 80), Scrolled: fyne.NewDelta(0, 25)})
	if w := v.view.Window(); w.X1-w.X0 > 0.9 || w.Y0 != 0 || w.Y1 != 1 {
		t.Errorf("zoomed, %+v is shown", w)
	}
	test.Type(v.view, "t")
	s.Settle(v.view)
	f, _ = v.view.Shown()
	if !f.(chart.Trace).BySeconds || !v.BySeconds() {
		t.Error("T does not show the time")
	}
	v.SetSnapshot(&inference.Snapshot{}, info)
	s.Settle(v.view)
}

// Of a model without an objective the trace says so; it does not promise a curve.
func TestTraceOfAModelWithoutAScore(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewTraceView(s.Post, plotting.Light)
	defer v.Close()
	v.SetSnapshot(&inference.Snapshot{}, inference.Info{})
	if f := v.Trace(); f.Empty != "This model reports no score while it runs, so there is no curve." {
		t.Errorf("it says %q", f.Empty)
	}
	v.SetSnapshot(&inference.Snapshot{}, inference.Info{Objective: "score"})
	if f := v.Trace(); f.Empty != "" {
		t.Errorf("it says %q", f.Empty)
	}
}
