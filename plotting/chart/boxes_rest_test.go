package chart

import (
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// TestPanelsOutOfSightAreCounted shows some of forty panels: the others are counted in words, and all of
// them by number wherever the window is.
func TestPanelsOutOfSightAreCounted(t *testing.T) {
	b := Boxes{Title: "Many", Groups: []string{"a", "b", "c"}, Style: plotting.Light, Window: plotting.All}
	for range 40 {
		b.Panels = append(b.Panels,
			BoxPanel{Name: "factor", Values: []float64{1, 2, 3, 4, 5, 6}, Group: []int{0, 0, 1, 1, 2, 2}})
	}
	size := vg.Point{X: 700, Y: 400}
	for name, w := range map[string]plotting.Window{
		"below": {X0: 0, X1: 1, Y0: 0, Y1: 0.3}, "above": {X0: 0, X1: 1, Y0: 0.7, Y1: 1},
		"both": {X0: 0, X1: 1, Y0: 0.4, Y1: 0.6},
	} {
		b.Window = w
		s := b.Layout(size).(*boxScene)
		if s.above+s.below+len(s.panels) != 40 || (s.above > 0) == (name == "below") || (s.below > 0) == (name == "above") {
			t.Errorf("%s: %d above, %d shown, %d below", name, s.above, len(s.panels), s.below)
		}
		for _, words := range []string{"more", " of 40 shown"} { // on a screen, and on paper
			b.Style.Handles = words == "more"
			r := plottingtest.NewInkRecorder(size)
			b.Layout(size).Draw(r)
			said := ""
			for _, k := range r.Texts {
				said += k.Text + "\n"
			}
			if !strings.Contains(said, words) {
				t.Errorf("%s: nothing says how many there are, such as %q", name, words)
			}
		}
		plottingtest.Keep(t, "panels_"+name, b, 700, 400)
	}
	b.Panels, b.Window = b.Panels[:2], plotting.All
	if s := b.Layout(size).(*boxScene); s.above+s.below > 0 {
		t.Errorf("of two panels %d are out of sight", s.above+s.below)
	}
}
