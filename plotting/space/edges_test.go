package space

import (
	"testing"

	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// Edges lie behind the rows, one stroke for each colour: that of a cluster within it, grey between clusters.
func TestEdgesOfRows(t *testing.T) {
	size := vg.Point{X: 700, Y: 500}
	strokes := func(f *Clusters) int {
		r := plottingtest.NewInkRecorder(size)
		f.Layout(size).Draw(r)
		return len(r.Boxes)
	}
	f := clustersFigure(60)
	plain := strokes(f)
	inks := map[int]bool{}
	for i := range 59 {
		f.Edges = append(f.Edges, [2]int{i, i + 1})
		k := -1
		if f.Class[i] == f.Class[i+1] {
			k = f.Class[i]
		}
		inks[k] = true
	}
	if n := strokes(f); n != plain+len(inks) {
		t.Errorf("%d strokes with edges of %d colours, %d without", n, len(inks), plain)
	}
	for _, size := range [][2]int{{700, 500}, {120, 80}, {12, 8}} {
		plottingtest.Picture(t, "edges", f, size[0], size[1], 1)
	}
}
