package teach

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
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
	if _, err := r.Check(); err != nil || r.Command() != "espalier teach linkage --points='0,0;1,0;5,5'" {
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

// Trees in the plane are fitted to the points given: two groups far apart are the two sides of every tree, and a point
// that is moved from one to the other follows. Going back and forth gives the same bits.
func TestTreesInThePlaneFollowTheirPoints(t *testing.T) {
	points := "-3,0;-3.2,0.1;-2.9,-0.2;-3.1,0.3;3,0;3.2,0.2;2.9,-0.1;3.1,-0.3"
	side := func(points string) (apart int) {
		c, err := Request{Stage: "pydt-plane", Points: points, Marked: 2}.Open(nil)
		if err != nil {
			t.Fatal(err)
		}
		if to(t, c, planeFits); len(c.Points()) != 8 {
			t.Fatalf("%d points", len(c.Points()))
		}
		p := c.play.(*stage.Course[*planeFit]).State
		for k, now := range p.now {
			groups, _ := now.tree.CutInto(2)
			of := make([]int, 8)
			for g, rows := range groups {
				for _, r := range rows {
					of[r] = g
				}
			}
			if k == 0 && len(groups) == 2 && of[0] != of[1] {
				apart++
			}
			if k == 0 && (of[0] != of[2] || of[4] != of[6] || of[0] == of[4]) {
				t.Errorf("groups of points are not those of the tree: %v", of)
			}
		}
		if h := c.Counters()[0]; h.Drawn != 7 || h.Expected != 7 {
			t.Errorf("%v of %v branch points of a tree with two branches each", h.Drawn, h.Expected)
		}
		to(t, c, planeFits+2)
		before := picture(c.Figure())
		to(t, c, 3)
		to(t, c, planeFits+2)
		if !bytes.Equal(before.Pix, picture(c.Figure()).Pix) {
			t.Error("going back and forth gives another picture")
		}
		scene := c.Figure().Layout(vg.Point{X: 900, Y: 900})
		found := 0
		for x := vg.Length(2); x < 900; x += 3 {
			for y := vg.Length(2); y < 900; y += 3 {
				if at, i, ok := PointAt(scene, vg.Point{X: x, Y: y}, c.Points()); ok && i == 4 && math.Hypot(at.X-3, at.Y) < 0.5 {
					found++
				}
			}
		}
		if found < 4*3 {
			t.Errorf("point 4 is found %d times in four pictures", found)
		}
		return apart
	}
	if side(points) != 0 || side("-3,0;3.1,0.1;-2.9,-0.2;-3.1,0.3;3,0;3.2,0.2;2.9,-0.1;3.1,-0.3") != 1 {
		t.Error("a point that was moved is not on the other side")
	}
	// The stage's own points, and none in draws from the prior.
	for set, n := range map[string]int{"data=points": planeOwn, "data=prior": 0} {
		c, err := Request{Stage: "pydt-plane", Set: []string{set}}.Open(nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Points()) != n {
			t.Errorf("%s: %d points", set, len(c.Points()))
		}
	}
	// Two points in one place are no harm.
	c, err := Request{Stage: "pydt-plane", Points: "1,1;1,1;2,1"}.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	to(t, c, c.Steps())
}

// The data beside a posterior are points alone: no cluster without an extent stands in their middle.
func TestDataBesideAPosteriorHaveNoEllipse(t *testing.T) {
	c, err := Request{Stage: "posterior", Points: "-2,1;-2.1,1.1;-1.9,1;2,1;2.1,1.1", Set: []string{"show=clusters"}}.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	to(t, c, 9)
	p := c.play.(*stage.Course[*posteriorPlay]).State
	for _, e := range (&posteriorPicture{posteriorPlan: p.posteriorPlan}).dataFigure().Ellipses {
		if !e.Few {
			t.Errorf("%q is drawn at %v, %v", e.Name, e.X, e.Y)
		}
	}
}

// The rows of a table become points of one spread in the middle; rows that lack a number are left out, and of many some
// are taken.
func TestPointsOfATable(t *testing.T) {
	x := mat.NewDense(5, 3, []float64{150, 10, 1, 170, 12, 1, math.NaN(), 11, 1, 160, 14, 1, 180, 12, 1})
	table := &inference.Table{Name: "class", Columns: []string{"height", "age", "shoes"}, X: x}
	got, err := PointsOf(table)
	if err != nil || len(got) != 4 {
		t.Fatalf("%v, %v", got, err)
	}
	sum, square := Point{}, Point{}
	for _, p := range got {
		sum.X, sum.Y, square.X, square.Y = sum.X+p.X, sum.Y+p.Y, square.X+p.X*p.X, square.Y+p.Y*p.Y
	}
	for _, v := range []float64{sum.X, sum.Y, square.X/4 - 2.25, square.Y/4 - 2.25} {
		if !(math.Abs(v) < 1e-9) {
			t.Errorf("sums %v, of squares %v", sum, square)
		}
	}
	if r := (got[1].X - got[0].X) / (got[3].X - got[0].X); !(math.Abs(r-2.0/3) < 1e-9) {
		t.Errorf("places along the width are %v", got)
	}
	table.X = mat.NewDense(1000, 2, nil)
	if got, err = PointsOf(table); err != nil || len(got) != stage.MostPoints || got[0] != (Point{}) {
		t.Errorf("%d points, %v", len(got), err)
	}
	table.X, table.Columns = mat.NewDense(2, 2, nil), table.Columns[:2]
	if _, err = PointsOf(table); err == nil || !strings.Contains(err.Error(), "2 rows") {
		t.Errorf("two rows: %v", err)
	}
	table.X = mat.NewDense(5, 1, nil)
	if _, err = PointsOf(table); err == nil || !strings.Contains(err.Error(), "points need two") {
		t.Errorf("one column: %v", err)
	}
}
