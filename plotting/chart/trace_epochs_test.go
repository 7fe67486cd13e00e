package chart

import (
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// epochsFigure climbs, falls in a rejected epoch, and ends in an open one.
func epochsFigure() Trace {
	s := Series{}
	for i := range 100 {
		v := float64(i)
		if i >= 40 && i < 60 {
			v -= 30
		}
		s.Iteration, s.Seconds, s.Values = append(s.Iteration, i), append(s.Seconds, float64(i)/10), append(s.Values, v)
	}
	t := Trace{Title: "bound, nats", Series: []Series{s}, Window: plotting.All, Style: plotting.Light}
	t.SetEpochs([]Epoch{
		{First: 0, Last: 19, Accepted: true},
		{First: 20, Last: 39, Accepted: true, Tried: true, Born: "components 2 and 3"},
		{First: 40, Last: 59, Tried: true, Born: "components 4 and 5", Died: []string{"component 5"},
			Lines: [][2]string{{"epoch 3", "splits component 2, rejected"}}},
		{First: 60, Last: 79, Accepted: true, Tried: true, Died: []string{"component 3"}},
		{First: 80, Last: 99, Open: true, Tried: true, Born: "components 6 and 7"},
	})
	return t
}

// Accepted epochs are thick, rejected ones thin, and those going on neither; only the
// births and deaths that lasted are marked.
func TestTraceEpochs(t *testing.T) {
	f := epochsFigure()
	if want := "2 of 3 epochs kept · ▲ birth ▼ death"; f.Subtitle != want {
		t.Errorf("the subtitle is %q, want %q", f.Subtitle, want)
	}
	s := f.Layout(vg.Point{X: 900, Y: 400}).(*traceScene)
	at := func(i int) vg.Point { return s.at(float64(i), f.Series[0].Values[i]) }
	on := func(p vg.Path, i int) bool {
		for _, c := range p {
			if c.Pos == at(i) {
				return true
			}
		}
		return false
	}
	l := s.lines[0]
	for i, want := range map[int][3]bool{10: {true, false, false}, 30: {true, false, false}, 50: {false, true, false},
		70: {true, false, false}, 90: {false, false, true}} {
		if got := [3]bool{on(l.thick, i), on(l.thin, i), on(l.full, i)}; got != want {
			t.Errorf("iteration %d is thick, thin, undecided: %v, want %v", i, got, want)
		}
	}
	if len(s.turns) != 2 {
		t.Fatalf("%d births and deaths are marked, want 2", len(s.turns))
	}
	if m, ok := s.Hit(at(20)); !ok || m.Kind != "birth" || m.Title != "Birth of components 2 and 3" || m.Index != 20 {
		t.Errorf("at the birth stands %+v", m)
	}
	if m, ok := s.Hit(at(79)); !ok || m.Kind != "death" || m.Title != "Death of component 3" {
		t.Errorf("at the death stands %+v", m)
	}
	m, ok := s.Hit(at(50))
	if text := ""; ok && m.Kind == "point" {
		for _, l := range m.Lines {
			text += l[0] + " " + l[1] + "; "
		}
		if !strings.Contains(text, "epoch 3 splits component 2, rejected") {
			t.Errorf("in the rejected epoch it says %q", text)
		}
	} else {
		t.Errorf("in the rejected epoch stands %+v", m)
	}
}

// What is no objective has no best value.
func TestTraceWithoutBest(t *testing.T) {
	f := epochsFigure()
	if s := f.Layout(vg.Point{X: 900, Y: 400}).(*traceScene); !s.hasBest || s.bestText == "" {
		t.Error("the best value of an objective is not marked")
	}
	f.NoBest = true
	if s := f.Layout(vg.Point{X: 900, Y: 400}).(*traceScene); s.hasBest || s.bestText != "" || s.empty {
		t.Errorf("the best is marked as %q", s.bestText)
	}
}

func TestTraceEpochPictures(t *testing.T) {
	dark := epochsFigure()
	dark.Style = plotting.Dark
	for name, f := range map[string]Trace{"light": epochsFigure(), "dark": dark,
		"zoomed": epochsFigure().WithWindow(plotting.Window{X0: 0.3, X1: 0.7, Y0: 0, Y1: 1}).(Trace)} {
		for _, size := range [][2]int{{880, 185}, {880, 400}, {120, 60}, {4, 4}} {
			plottingtest.Picture(t, "epochs_"+name+"_"+plotting.FormatCount(size[1]), f, size[0], size[1], 1)
		}
	}
}
