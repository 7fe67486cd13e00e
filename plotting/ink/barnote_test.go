package ink_test

import (
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// The note below a bar of colours is no wider than its legend.
func TestNotesOfBarsFit(t *testing.T) {
	s := plotting.Light
	s.Typeface = plotting.Mono
	b := ink.LegendBlock{Title: "density", Ramp: &ink.ColorBar{Scale: ink.Scale{Map: ink.Signed, Low: -1, High: 1},
		Note: "lines hold 50, 80, 95, 99 % of the density"}}
	for name, draw := range map[string]func(l *ink.List, width vg.Length){
		"column": func(l *ink.List, width vg.Length) { b.Draw(l, s, vg.Point{Y: 200}, width) },
		"flow": func(l *ink.List, width vg.Length) {
			ink.DrawLegendFlow(l, []ink.LegendBlock{b}, s, vg.Point{Y: 200}, width)
		},
	} {
		for _, width := range []vg.Length{120, 180, 600} {
			var l ink.List
			draw(&l, width)
			out := plottingtest.NewInkRecorder(vg.Point{X: 700, Y: 210})
			l.Draw(out)
			for _, text := range out.Texts {
				for _, p := range text.Corners {
					if p.X > width+0.01 {
						t.Errorf("%s: %q reaches to %g of %g", name, text.Text, p.X, width)
					}
				}
			}
			if len(out.Texts) < 3 {
				t.Errorf("%s: %d texts drawn", name, len(out.Texts))
			}
		}
	}
}
