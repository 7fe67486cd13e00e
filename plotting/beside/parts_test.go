package beside

import (
	"image/color"
	"slices"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// Names of parts stand over their columns and are wider than these where there is room; stubs of names are left out.
func TestNamesOfParts(t *testing.T) {
	f := ink.Regular(plotting.Sans, 9)
	names := []string{"hedgehog signalling", "hypoxia", "oxidative phosphorylation", "repair"}
	for _, c := range []struct {
		starts []int
		n      int
		to     vg.Length
		want   []string
	}{
		{[]int{0, 10, 20, 30}, 40, 500, names},
		{[]int{0, 4, 5, 15}, 40, 400, []string{"hedgeh…", "oxidative phosphorylation", "repair"}},
		{[]int{0, 1, 2, 3}, 4, 40, nil},
	} {
		p := Parts{Starts: c.starts, Names: names, count: c.n}
		var list ink.List
		p.DrawNames(&list, f, color.NRGBA{A: 255}, c.n, 0, c.to, 0)
		canvas := plottingtest.NewInkRecorder(vg.Point{X: c.to, Y: 20})
		list.Draw(canvas)
		var got []string
		for i, a := range canvas.Texts {
			got = append(got, a.Text)
			for _, b := range canvas.Texts[:i] {
				if plottingtest.Overlap(a.Corners, b.Corners, 1) {
					t.Errorf("%q lies over %q", a.Text, b.Text)
				}
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v of %d in %.0f: %q, want %q", c.starts, c.n, c.to, got, c.want)
		}
	}
}
