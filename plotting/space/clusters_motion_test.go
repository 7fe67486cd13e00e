package space

import (
	"math"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

func at(ids []int, x ...float64) *Clusters {
	points := NewPoints([]string{"a", "b", "c"}, []float64{0, 4, 8}, []float64{0, 1, 0}, []bool{true, true, true},
		ink.Measure{Name: "x", Factor: 1}, ink.Measure{Name: "y", Factor: 1})
	f := &Clusters{Points: points, Class: []int{0, 0, 0}, Selection: plotting.NoSelection, Window: plotting.All,
		Style: plotting.Light}
	for k, id := range ids {
		f.Ellipses = append(f.Ellipses, Ellipse{Name: "e", ID: id, Size: 1, X: x[k], XX: 1, YY: 1})
	}
	return f
}

// Ellipses go their way by their IDs; one that is born comes out of the nearest, one that dies goes into it, and both
// stand out on the way.
func TestClustersMove(t *testing.T) {
	size := vg.Point{X: 400, Y: 300}
	was, now := at([]int{7, 3}, 0, 8).Layout(size), at([]int{3, 9}, 4, 5).Layout(size)
	between := plotting.Motion(was, now)
	if between == nil {
		t.Fatal("there is no motion")
	}
	f := between(0.25).(*ClustersScene).f
	want := []float64{0.75*8 + 0.25*4, 0.75*8 + 0.25*5} // 9 comes out of 3, which is nearest at 8
	for k, x := range want {
		if !(math.Abs(f.Ellipses[k].X-x) < 1e-12) {
			t.Errorf("ellipse %d is at %v, want %v", k, f.Ellipses[k].X, x)
		}
	}
	if len(f.gone) != 1 || f.gone[0].ID != 3 || !(math.Abs(f.gone[0].X-0.25*4) < 1e-12) { // 7 goes into 3 at 4
		t.Errorf("what dies is %+v", f.gone)
	}
	if f.fresh[0] || !f.fresh[1] || f.freshness != 0.75 {
		t.Errorf("new are %v, by %v", f.fresh, f.freshness)
	}
	if plotting.Motion(was, was) != nil || plotting.Motion(was, at([]int{3, 9}, 4, 5).Layout(vg.Point{X: 300,
		Y: 300})) != nil {
		t.Error("what stays, or is of another size, moves")
	}
}

// Rows drift where their directions changed.
func TestRowsDrift(t *testing.T) {
	size := vg.Point{X: 400, Y: 300}
	one, other := at(nil), at(nil)
	other.Points = NewPoints(one.Points.Names, []float64{2, 6, 10}, []float64{4, 1, 0}, one.Points.Complete,
		one.Points.Measures[0], one.Points.Measures[1])
	f := plotting.Motion(one.Layout(size), other.Layout(size))(0.5).(*ClustersScene).f
	if f.Points.X[0] != 1 || f.Points.Y[0] != 2 || other.Points.X[0] != 2 {
		t.Errorf("rows are at %v, %v", f.Points.X, f.Points.Y)
	}
}
