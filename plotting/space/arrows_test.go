package space

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

func arrowsFigure() *Clusters {
	f := clustersFigure(60)
	f.Class, f.Ellipses = nil, nil
	f.Arrows = []Arrow{{Name: "length", Item: 4, X: 2, Y: 0.1}, {Name: "width", Item: 1, X: -0.5, Y: 1},
		{Name: "depth", Item: 0, X: 0.02, Y: -0.8}}
	f.Selection.Columns = []int{1}
	return f
}

// Arrows start at the origin, keep their directions and ratios, stay inside, and are found at their tips.
func TestArrowsAreHit(t *testing.T) {
	f := arrowsFigure()
	s := f.Layout(vg.Point{X: 900, Y: 600}).(*ClustersScene)
	nearest := math.Inf(1)
	for _, a := range f.Arrows {
		tip := s.tip(a)
		x, y := s.plane.Value(tip)
		if !(math.Abs(x*a.Y-y*a.X) <= 1e-6) || !(math.Abs(math.Hypot(x, y)/math.Hypot(a.X, a.Y)-s.arrowScale) <= 1e-6) {
			t.Errorf("%s ends at %v, %v", a.Name, x, y)
		}
		m, ok := s.Hit(tip)
		if !ok || m.Kind != "arrow" || m.Column != a.Item || m.Title != a.Name || len(m.Lines) != 2 {
			t.Errorf("at the tip of %s is %+v", a.Name, m)
		}
		for _, d := range []vg.Length{tip.X - s.plane.Area.Min.X, s.plane.Area.Max.X - tip.X, tip.Y - s.plane.Area.Min.Y,
			s.plane.Area.Max.Y - tip.Y} {
			nearest = min(nearest, float64(d))
		}
	}
	if !(nearest > 0) || nearest > 90 {
		t.Errorf("the arrow nearest to the edge is %v points from it", nearest)
	}
	// Points far from the origin make room for it.
	for i := range f.Points.X {
		f.Points.X[i] += 50
	}
	f.Points = NewPoints(f.Points.Names, f.Points.X, f.Points.Y, f.Points.Complete,
		f.Points.Measures[0], f.Points.Measures[1])
	if b := f.bounds(); !(b[0] < 0) {
		t.Errorf("the axis begins at %v", b[0])
	}
	sheets := f.Sheets()
	if len(sheets) != 2 || sheets[1].Name != "arrows" {
		t.Fatalf("%d sheets", len(sheets))
	}
	var first []string
	for row := range sheets[1].Rows {
		first = row
		break
	}
	if !slices.Equal(first, []string{"length", "2", "0.1"}) {
		t.Errorf("the first arrow is %v", first)
	}
}

// Names that would lie on one another are left out, the later ones.
func TestArrowNamesHaveRoom(t *testing.T) {
	area := vg.Rectangle{Max: vg.Point{X: 100, Y: 100}}
	at := func(x, y vg.Length) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + 20, Y: y + 10}}
	}
	names := []vg.Rectangle{at(10, 10)}
	for _, c := range []struct {
		box  vg.Rectangle
		free bool
	}{{at(25, 15), false}, {at(31, 10), true}, {at(10, 21), true}, {at(90, 50), false}, {at(-1, 50), false}} {
		if got := free(names, c.box, area); got != c.free {
			t.Errorf("%v: free is %v", c.box, got)
		}
	}
}

func TestArrowsPicture(t *testing.T) {
	for name, style := range map[string]plotting.Style{"arrows": plotting.Light, "arrows_dark": plotting.Dark} {
		plottingtest.GoldenPicture(t, name, arrowsFigure().WithStyle(style), 600, 420)
	}
}

// A name that has no room at its tip stands above or below; how many have none is said.
func TestCrowdedArrowsAreCounted(t *testing.T) {
	said := func(n int) (names int, note string) {
		f := arrowsFigure()
		f.Arrows = nil
		for i := range n {
			f.Arrows = append(f.Arrows, Arrow{Name: fmt.Sprintf("column %02d", i), Item: i, X: 1, Y: 0.001 * float64(i)})
		}
		size := vg.Point{X: 900, Y: 600}
		r := plottingtest.NewInkRecorder(size)
		f.Layout(size).Draw(r)
		for _, x := range r.Texts {
			if strings.HasPrefix(x.Text, "column ") {
				names++
			}
			if strings.HasSuffix(x.Text, " arrows named") {
				note = x.Text
			}
		}
		return names, note
	}
	if names, note := said(4); names != 4 || note != "" {
		t.Errorf("of 4 arrows %d are named, %q", names, note)
	}
	if names, note := said(9); names < 3 || names > 5 || note != fmt.Sprintf("%d of 9 arrows named", names) {
		t.Errorf("of 9 arrows %d are named, %q", names, note)
	}
}
