package runs

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
)

func TestTraceTerms(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewTraceView(s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v.Object(), 700, 160)
	info := inference.Info{Objective: "free_energy", ObjectiveTitle: "bound, nats",
		Scalars: []string{"free_energy", "components", "f_weights", "f_fit"}}
	trace := inference.Trace{Names: info.Scalars, Values: make([][]float64, 4)}
	for i := range 20 {
		trace.Iteration, trace.Seconds = append(trace.Iteration, i), append(trace.Seconds, float64(i))
		for k := range trace.Values {
			trace.Values[k] = append(trace.Values[k], float64(k))
		}
	}
	epochs := []mixture.Epoch{{First: 0, Last: 9, Accepted: true, Parent: -1},
		{First: 10, Last: 19, Open: true, Children: [2]int{1, 2}}}
	v.show(&inference.Snapshot{Trace: trace, Parts: []inference.Part{&mixture.Mixture{Epochs: epochs}}}, info)
	if f := traced(v); len(f.Epochs) != 2 || f.Title != "bound, nats" {
		t.Errorf("%+v", f)
	}
	if v.Row.Visible() {
		t.Error("a low figure loses room to the tools")
	}
	down := func() { v.View().OnKey(&fyne.KeyEvent{Name: fyne.KeyDown}) }
	down()
	if f := traced(v); f.Title != "components" || f.Series[0].Values[3] != 1 {
		t.Errorf("one down is %q with %v", f.Title, f.Series[0].Values[3])
	}
	s.Show(v.Object(), 700, 400)
	if !v.Row.Visible() {
		t.Error("a high figure has no tools")
	}
	v.View().OnKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if f := traced(v); f.Title != "bound: weights, nats" || f.Series[0].Values[3] != 2 {
		t.Errorf("two down are %q", f.Title)
	}
	down()
	down()
	if f := traced(v); len(f.Series) != 2 || !f.NoBest || f.Series[1].Name != "fit" || f.Series[1].Values[0] != 3 {
		t.Errorf("the terms are %+v", f.Series)
	}
	down()
	if v.Chosen("show") != "all terms of the bound" {
		t.Errorf("beyond the last is %s", v.Chosen("show"))
	}
	// Another model has no such numbers.
	v.show(&inference.Snapshot{Trace: trace}, info)
	if f := traced(v); f.Title != "bound, nats" || v.Row.Visible() {
		t.Errorf("a model without epochs shows %q", f.Title)
	}
	s.Settle(v.View())
}
