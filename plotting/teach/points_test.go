package teach

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/plot/vg"
)

// Points are written and read alike; what is no list of points is refused in words.
func TestPointsAsText(t *testing.T) {
	points := []Point{{X: 0.5, Y: -2}, {X: 1e-3, Y: 4}, {X: -7, Y: 0.25}}
	got, err := ParsePoints(FormatPoints(points))
	if err != nil || !slices.Equal(got, points) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := ParsePoints(""); got != nil || err != nil {
		t.Errorf("nothing is %v, %v", got, err)
	}
	for _, bad := range []string{"1,2", "1,2;3;4,5", "1,2;3,4;x,5", "1,2;3,4;NaN,5", "1,2;3,4;1e9,5", strings.Repeat("1,2;", stage.MostPoints) + "1,2"} {
		if _, err := ParsePoints(bad); err == nil {
			t.Errorf("%.20q is taken for points", bad)
		}
	}
	if _, err := (Request{Stage: "crp", Points: FormatPoints(points)}).Check(); err == nil {
		t.Error("a stage without points takes some")
	}
	r := Request{Stage: "linkage", Points: "0,0;1,0;5,5"}
	if _, err := r.Check(); err != nil || r.Command() != "espalier teach linkage --points '0,0;1,0;5,5'" {
		t.Errorf("%s: %v", r.Command(), err)
	}
}

// The answer is that of the points given: of three on a line single linkage joins the near ones first. A moved point
// is found where it is drawn.
func TestStagesFollowTheirPoints(t *testing.T) {
	c, err := Request{Stage: "linkage", Points: "0,0;1,0;5,0", Marked: 2}.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	to(t, c, 1)
	if h := c.Counters()[0]; c.Steps() != 2 || h.Drawn != 1 {
		t.Errorf("%d merges, the first at %v", c.Steps(), h.Drawn)
	}
	to(t, c, 2)
	if h := c.Counters()[0]; h.Drawn != 4 || !math.IsNaN(c.Counters()[2].Drawn) {
		t.Errorf("the last merge is at %v, the agreement with no truth %v", h.Drawn, c.Counters()[2].Drawn)
	}
	for _, set := range []string{"show=clusters", "show=bound"} {
		c, err := Request{Stage: "posterior", Points: "-2,0;-2.1,0.1;-1.9,0;2,0;2.1,0.1;2,0.2;1.9,0;-2,0.2", Set: []string{set}}.Open(nil)
		if err != nil {
			t.Fatal(err)
		}
		points := c.Points()
		if len(points) != 8 || points[0] != (Point{X: -2, Y: 0}) {
			t.Fatalf("%s: the points are %v", set, points)
		}
		if to(t, c, 1); c.Points() != nil {
			t.Errorf("%s: points of a draw from the prior can be moved", set)
		}
		to(t, c, priorDraws+3)
		scene := c.Figure().Layout(vg.Point{X: 900, Y: 600})
		found := 0
		for x := vg.Length(2); x < 900; x += 3 {
			for y := vg.Length(2); y < 600; y += 3 {
				if at, i, ok := PointAt(scene, vg.Point{X: x, Y: y}, c.Points()); ok && i == 4 {
					found++
					if math.Hypot(at.X-2.1, at.Y-0.1) > 0.5 {
						t.Fatalf("%s: point 4 is at %v", set, at)
					}
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: a point is nowhere in the picture", set)
		}
	}
	for _, set := range []string{"show=tree", "show=features"} {
		c, err := Request{Stage: "posterior", Set: []string{set, "rows=8"}}.Open(nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Points() != nil {
			t.Errorf("%s has points in a plane", set)
		}
	}
}
