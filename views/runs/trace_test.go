package runs

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// traced is the trace of a pane.
func traced(v *TraceView) chart.Trace {
	f, _ := v.Figure().(chart.Trace)
	return f
}

// show shows a snapshot of a run of the model that info describes.
func (v *TraceView) show(s *inference.Snapshot, info inference.Info) {
	v.SetResult(pane.Result{Subject: &depict.Subject{Data: &inference.Dataset{}, Snapshot: s, Info: info,
		BurnIn: inference.BurnIn}})
}

// A click on the trace of a search asks for the accepted epoch there, or the one before it.
func TestTraceShowsEpochs(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewTraceView(s.Post, plotting.Light)
	defer v.Close()
	s.Show(v.Object(), 700, 300)
	info := inference.Info{Objective: "free_energy", ObjectiveTitle: "bound, nats", Scalars: []string{"free_energy"}}
	trace := inference.Trace{Names: info.Scalars, Values: make([][]float64, 1)}
	for i := range 40 {
		trace.Iteration, trace.Seconds, trace.Values[0] = append(trace.Iteration, i), append(trace.Seconds, float64(i)),
			append(trace.Values[0], float64(i))
	}
	m := &mixture.Mixture{}
	snap := &inference.Snapshot{Trace: trace, Parts: []inference.Part{&mixture.Mixture{Epochs: []mixture.Epoch{{First: 0,
		Last: 9, Accepted: true, Parent: -1, Mixture: m}, {First: 10, Last: 19, Children: [2]int{1, 2}}, {First: 20, Last: 29,
		Accepted: true, Children: [2]int{3, 4}, Mixture: m}, {First: 30, Last: 39, Open: true, Children: [2]int{5, 6}}}}}}
	v.show(snap, info)
	s.Settle(v.View())
	told := -9
	v.Connect(pane.Wishes{Keep: func(_ string, s any) {
		if l, ok := s.(depict.MixtureLook); ok {
			told = l.Epoch(0)
		}
	}})
	for _, click := range [][2]int{{3, 0}, {14, 0}, {25, 1}, {35, -1}} { // what changes nothing is not told
		at, want := click[0], click[1]
		mark := plotting.NewMark("point")
		mark.Column, mark.Index = 0, at
		v.View().OnSelect(mark, true, 0)
		if told != want {
			t.Errorf("a click at %d asks for %d, want %d", at, told, want)
		}
		f := traced(v)
		if want >= 0 && (!f.HasCursor || f.Cursor != mixture.EpochsOf(snap)[2*want].Last) || want < 0 && f.HasCursor {
			t.Errorf("the cursor stands at %d", f.Cursor)
		}
	}
	v.Put("epoch", "2")
	if v.View().OnSelect(plotting.Mark{}, false, 0); told != -1 || traced(v).HasCursor {
		t.Errorf("a click beside the curve asks for %d", told)
	}
	v.Put("epoch", "2")
	if v.show(&inference.Snapshot{Trace: trace}, info); traced(v).HasCursor {
		t.Error("the cursor stays in another run")
	}
}

func TestTraceView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewTraceView(s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v.Object(), 700, 160)
	info := inference.Info{Objective: "evidence", ObjectiveTitle: "log evidence, nats", Iteration: "search step"}
	trace := inference.Trace{Names: []string{"evidence", "branch_points"}, Values: make([][]float64, 2)}
	for i := range 300 {
		trace.Iteration = append(trace.Iteration, i)
		trace.Seconds = append(trace.Seconds, float64(i)/10)
		trace.Values[0] = append(trace.Values[0], -100*math.Exp(-float64(i)/50))
		trace.Values[1] = append(trace.Values[1], 3)
	}
	v.show(&inference.Snapshot{Trace: trace}, info)
	s.Settle(v.View())
	f, _ := v.View().Shown()
	shown := f.(chart.Trace)
	if len(shown.Series) != 1 || len(shown.Series[0].Values) != 300 || shown.Title != info.ObjectiveTitle {
		t.Errorf("%+v", shown)
	}
	s.Keep("trace")
	v.View().Modifiers = func() fyne.KeyModifier { return fyne.KeyModifierControl }
	v.View().Scrolled(&fyne.ScrollEvent{PointEvent: *viewstest.Point(400, 80), Scrolled: fyne.NewDelta(0, 25)})
	if w := v.View().Window(); w.X1-w.X0 > 0.9 || w.Y0 != 0 || w.Y1 != 1 {
		t.Errorf("zoomed, %+v is shown", w)
	}
	test.Type(v.View(), "t")
	s.Settle(v.View())
	f, _ = v.View().Shown()
	if !f.(chart.Trace).BySeconds || v.Chosen("against") != "seconds" {
		t.Error("T does not show the time")
	}
	v.show(&inference.Snapshot{}, info)
	s.Settle(v.View())
}

// Of a model without an objective the trace says so; it does not promise a curve.
func TestTraceOfAModelWithoutAScore(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewTraceView(s.Post, plotting.Light)
	defer v.Close()
	s.Show(v.Object(), 700, 160)
	empty := func() string {
		s.Settle(v.View())
		f, _ := v.View().Shown()
		return f.(chart.Trace).Empty
	}
	v.show(&inference.Snapshot{}, inference.Info{})
	if got := empty(); got != "This model reports no score while it runs, so there is no curve." {
		t.Errorf("it says %q", got)
	}
	v.show(&inference.Snapshot{}, inference.Info{Objective: "score"})
	if got := empty(); got != "" {
		t.Errorf("it says %q", got)
	}
}
