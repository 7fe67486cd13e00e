package dendro

import (
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
)

// Every cell in sight has its value where a person wants that, and nothing else changes.
func TestValuesInCells(t *testing.T) {
	texts := func(d *Dendrogram) map[string]int {
		s := d.LayoutTree(plotting.Size{WidthMM: 180, HeightMM: 140}.Points())
		out := plottingtest.NewInkRecorder(s.Size())
		s.Draw(out)
		n := map[string]int{}
		for _, text := range out.Texts {
			n[text.Text]++
		}
		return n
	}
	for window, leaves := range map[plotting.Window]int{plotting.All: 10, {X0: 0, X1: 1, Y0: 0, Y1: 0.5}: 5} {
		d := example(10, 3, nil, 5)
		d.Window, d.Style.Look.HeatShare = window, 0.6
		before := texts(d)
		d.Style.Look.Numbers = true
		after, more := texts(d), 0
		for text, n := range after {
			more += n - before[text]
			before[text] = 0
		}
		for text, n := range before {
			if n > 0 {
				t.Errorf("%q is gone", text)
			}
		}
		if more != 3*leaves {
			t.Errorf("%d values of %d cells", more, 3*leaves)
		}
		seen := 0
		for leaf := range 10 {
			for j := range 3 {
				if after[plotting.FormatNumber(d.Heat.Value(leaf, j))] > 0 {
					seen++
				}
			}
		}
		if seen < 3*leaves {
			t.Errorf("%d of %d values are those of the table", seen, 3*leaves)
		}
	}
	// Nobody has to widen the heat map first.
	d := example(10, 3, nil, 5)
	before := len(texts(d))
	d.Style.Look.Numbers = true
	if more := len(texts(d)) - before; more < 20 {
		t.Errorf("as usual %d different values are written", more)
	}
}
