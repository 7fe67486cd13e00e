package space

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

var testContext = context.Background()

// round is a field that falls from the middle outwards: −r²/2.
func round(cells int) *diffusion.Field {
	f := &diffusion.Field{X0: -3, X1: 3, Y0: -3, Y1: 3, NX: cells, NY: cells, Log: make([]float64, cells*cells)}
	for k := range f.Log {
		x, y := fieldPlace(f, k%cells, k/cells)
		f.Log[k] = -(x*x + y*y) / 2
	}
	return f
}

// A contour of a round density is a circle, all of it.
func TestContourIsACircle(t *testing.T) {
	path := contour(round(80), -2, func(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(y)} })
	length := 0.0
	for i, c := range path {
		if r := math.Hypot(float64(c.Pos.X), float64(c.Pos.Y)); !(math.Abs(r-2) <= 0.002) {
			t.Fatalf("a point of the circle of 2 at %v", r)
		}
		if c.Type == vg.LineComp {
			length += math.Hypot(float64(c.Pos.X-path[i-1].Pos.X), float64(c.Pos.Y-path[i-1].Pos.Y))
		}
	}
	if !(math.Abs(length-4*math.Pi) <= 0.01) {
		t.Errorf("it is %v long, want %v", length, 4*math.Pi)
	}
}

// At a saddle the lines do not cross: they part as the middle says.
func TestContourAtASaddle(t *testing.T) {
	at := func(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(y)} }
	for _, high := range []float64{3, 1.2} { // the middle above the level, and below
		f := &diffusion.Field{X0: 0, X1: 2, Y0: 0, Y1: 2, NX: 2, NY: 2, Log: []float64{high, 0, 0, high}}
		path := contour(f, 1, at)
		if len(path) != 4 {
			t.Fatalf("%d parts", len(path))
		}
		// The corner whose surroundings are cut off lies on one side of both ends.
		middle := vg.Point{X: (path[0].Pos.X + path[1].Pos.X) / 2, Y: (path[0].Pos.Y + path[1].Pos.Y) / 2}
		rising := (middle.X-1)*(middle.Y-1) > 0 // near a high corner
		if rising != (high == 1.2) {
			t.Errorf("high corners of %v: a line about %v", high, middle)
		}
	}
}

// Rows, branches and places are found where they are drawn, with their numbers.
func TestDensityHits(t *testing.T) {
	f := placed(40, 10)
	s := f.LayoutPlaces(vg.Point{X: 900, Y: 640})
	for row := range f.Places.rowX {
		at, seen := s.RowPosition(row)
		if !seen {
			t.Errorf("row %d is not within the picture", row)
			continue
		}
		m, ok := s.Hit(at)
		if !ok || m.Row < 0 {
			t.Errorf("at row %d: %+v", row, m)
		}
	}
	v := f.Places.tree.Tree().Top
	a, b := s.branch(v)
	for share := vg.Length(0.1); share < 1; share += 0.1 {
		q := vg.Point{X: a.X + share*(b.X-a.X), Y: a.Y + share*(b.Y-a.Y)}
		if m, ok := s.Hit(q); !ok || m.Node < 0 {
			t.Errorf("on the top segment: %+v", m)
		}
	}
	corner := vg.Point{X: s.plane.Area.Min.X + 3, Y: s.plane.Area.Max.Y - 3}
	m, ok := s.Hit(corner)
	if !ok || m.Kind != "place" || len(m.Lines) != 3 {
		t.Fatalf("in a corner: %+v", m)
	}
	// Axes without a name are x and y, as in the stage of four clouds.
	names := f.Places.measures
	f.Places.measures = [2]ink.Measure{{Factor: 1}, {Factor: 1}}
	if m := s.placeMark(corner); m.Lines[0][0] != "x" || m.Lines[1][0] != "y" {
		t.Errorf("places without names: %v", m.Lines)
	}
	f.Places.measures = names
	x, y := s.plane.Value(corner)
	// In the units of the axes, 2.5 and 0.5 of the working ones.
	want := plotting.FormatDigits(f.Places.mixture.LogDensity(x, y)-math.Log(2.5*0.5), 4)
	if m.Lines[2][1] != want {
		t.Errorf("log density %v, want %v", m.Lines[2][1], want)
	}
}

// A field shown through a window is that of the window, and the colours stay those of the whole.
func TestDensityWindow(t *testing.T) {
	f := placed(40, 11)
	low, high := f.Places.low, f.Places.high
	w := plotting.Window{X0: 0.4, X1: 0.6, Y0: 0.3, Y1: 0.5}
	if f.Places.Shows(f.Field, w, 60) {
		t.Error("the field of the whole is as good as that of a fifth")
	}
	field, err := f.Places.Field(testContext, w, 60)
	if err != nil {
		t.Fatal(err)
	}
	if !f.Places.Shows(field, w, 60) || f.Places.Shows(field, w, 61) || f.Places.Shows(field, plotting.All, 60) {
		t.Error("the field of a window does not show it, or shows more than it has")
	}
	if low != f.Places.low || high != f.Places.high {
		t.Error("the colours changed with the window")
	}
	ctx, stop := context.WithCancel(testContext)
	stop()
	if _, err := f.Places.Field(ctx, w, 60); err == nil {
		t.Error("a field that was cancelled came out")
	}
}
