package dendro

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// TestIntervalsAreDrawn reads the bars of intervals from what is drawn: each goes through its branch
// point and is as long as its times, and the branch point tells them.
func TestIntervalsAreDrawn(t *testing.T) {
	for _, shape := range Shapes() {
		d := example(12, 0, nil, 31)
		d.Shape = shape
		tr := d.Tree.Tree()
		d.Intervals = &Intervals{Title: "95 % of the draws"}
		for v := range tr.Nodes() {
			low, high := max(tr.Time(v)-0.04, 0), min(tr.Time(v)+0.03, 1)
			if tr.IsLeaf(v) {
				low, high = math.NaN(), math.NaN()
			}
			d.Intervals.Low, d.Intervals.High = append(d.Intervals.Low, low), append(d.Intervals.High, high)
		}
		s := d.LayoutTree(usual)
		without := *d
		without.Intervals = nil
		if plottingtest.Differing(plottingtest.Rendered(d, 1000, 700), plottingtest.Rendered(&without, 1000, 700)) < 0.0005 {
			t.Errorf("%v: no bars are drawn", shape)
		}
		for v := tr.Leaves(); v < tr.Nodes(); v++ {
			var path vg.Path
			s.layout.plot.along(&path, v, d.Intervals.Low[v], d.Intervals.High[v])
			if len(path) != 2 {
				t.Fatalf("%v: the bar of %d has %d points", shape, v, len(path))
			}
			at := s.layout.plot.point(v)
			if away := lineDistance(at, path[0].Pos, path[1].Pos); away > 0.01 {
				t.Errorf("%v: the bar of %d passes its point by %v", shape, v, away)
			}
			m, ok := s.NodeMark(v)
			want := [2]string{"95 % of the draws",
				plotting.FormatTime(d.Intervals.Low[v]) + " to " + plotting.FormatTime(d.Intervals.High[v])}
			if !ok || !slices.Contains(m.Lines, want) {
				t.Errorf("%v: branch point %d does not tell %v: %v", shape, v, want, m.Lines)
			}
		}
	}
}
