package views

import (
	"testing"

	"espalier/inference"
	"espalier/inference/kind/mixture"
	"espalier/plotting"

	"fyne.io/fyne/v2"
)

// The slider goes through the accepted epochs to the present state, by keys as by drags,
// and follows what is shown otherwise.
func TestEpochSlider(t *testing.T) {
	told := []int{}
	s := newEpochSlider(func(i int) { told = append(told, i) })
	if s.set(-1, 0); !s.needless {
		t.Error("there is a slider of nothing")
	}
	s.set(-1, 3)
	if s.needless || s.Value != 3 || len(told) != 0 {
		t.Errorf("now is %v of %v, told %v", s.Value, s.Max, told)
	}
	for _, k := range []fyne.KeyName{fyne.KeyLeft, fyne.KeyLeft, fyne.KeyRight, fyne.KeyRight} {
		s.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if len(told) != 4 || told[0] != 2 || told[1] != 1 || told[2] != 2 || told[3] != -1 {
		t.Errorf("the keys show %v", told)
	}
	if s.set(0, 4); s.Value != 0 || len(told) != 4 {
		t.Errorf("what is set is %v, told %v", s.Value, told)
	}
}

// A click on the trace of a search asks for the accepted epoch there, or the one before it.
func TestTraceShowsEpochs(t *testing.T) {
	s := newStage(t)
	v := NewTraceView(s.post, plotting.Light)
	defer v.Close()
	s.show(v, 700, 300)
	info := inference.Info{Objective: "free_energy", ObjectiveTitle: "bound, nats", Scalars: []string{"free_energy"}}
	trace := inference.Trace{Names: info.Scalars, Values: make([][]float64, 1)}
	for i := range 40 {
		trace.Iteration, trace.Seconds, trace.Values[0] = append(trace.Iteration, i), append(trace.Seconds, float64(i)), append(trace.Values[0], float64(i))
	}
	m := &mixture.Mixture{}
	snap := &inference.Snapshot{Trace: trace, Parts: []inference.Part{&mixture.Mixture{Epochs: []mixture.Epoch{{First: 0, Last: 9, Accepted: true, Parent: -1, Mixture: m},
		{First: 10, Last: 19, Children: [2]int{1, 2}}, {First: 20, Last: 29, Accepted: true, Children: [2]int{3, 4}, Mixture: m}, {First: 30, Last: 39, Open: true, Children: [2]int{5, 6}}}}}}
	v.SetSnapshot(snap, info)
	s.settle(v.view)
	told := -9
	v.OnEpoch = func(i int) { told = i }
	for at, want := range map[int]int{3: 0, 14: 0, 25: 1, 35: -1} {
		mark := plotting.NewMark("point")
		mark.Column, mark.Index = 0, at
		v.view.OnSelect(mark, true, 0)
		if told != want {
			t.Errorf("a click at %d asks for %d, want %d", at, told, want)
		}
		if f := v.Figure(); want >= 0 && (!f.HasCursor || f.Cursor != mixture.EpochsOf(snap)[2*want].Last) || want < 0 && f.HasCursor {
			t.Errorf("the cursor stands at %d", f.Cursor)
		}
	}
	v.ShowEpoch(1)
	if v.view.OnSelect(plotting.Mark{}, false, 0); told != -1 || v.Figure().HasCursor {
		t.Errorf("a click beside the curve asks for %d", told)
	}
	v.ShowEpoch(1)
	if v.SetSnapshot(&inference.Snapshot{Trace: trace}, info); v.Figure().HasCursor {
		t.Error("the cursor stays in another run")
	}
}
