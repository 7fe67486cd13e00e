package dendro

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// layoutCases are figures that strain the layout in one way each.
func layoutCases() map[string]*Dendrogram {
	cases := map[string]*Dendrogram{}
	cases["one leaf"] = example(1, 3, nil, 1)
	cases["three leaves"] = example(3, 4, plottingtest.Tissues[:2], 3)
	cases["46"] = example(46, 40, plottingtest.Tissues, 1)
	cases["189"] = example(189, 60, plottingtest.Tissues, 2)
	cases["2000"] = example(2000, 20, plottingtest.Tissues, 3)
	bare := example(30, 0, nil, 4)
	bare.Title, bare.Subtitle = "", ""
	cases["bare"] = bare

	long := example(60, 12, manyLevels(30), 5)
	for i := range long.Tree.Tree().Names {
		long.Tree.Tree().Names[i] = fmt.Sprintf("a name that goes on and on until it has some sixty letters %02d", i)
	}
	long.Title = strings.Repeat("A long title ", 20)
	long.Subtitle = strings.Repeat("a long line of what is shown ", 12)
	long.Strips = append(long.Strips, beside.Strip{Annotation: plottingtest.CladeLabels(long.Tree.Tree(),
		"a second annotation", []string{"female", "male"}, plottingtest.TestRand(1))})
	cases["long"] = long

	strips := example(80, 5, nil, 6)
	for i := range 7 {
		a := plottingtest.CladeLabels(strips.Tree.Tree(), fmt.Sprintf("annotation %d", i+1), manyLevels(3+i),
			plottingtest.TestRand(uint64(i)))
		a.Codes[i], a.Codes[2*i] = -1, -1
		strips.Strips = append(strips.Strips, beside.Strip{Annotation: a})
	}
	strips.Strips = append(strips.Strips, beside.Strip{Annotation: years(80)})
	cases["strips"] = strips

	full := example(46, 12, plottingtest.Tissues, 7)
	full.Heat.X.Set(3, 3, math.NaN())
	top := full.Tree.Tree().Children[full.Tree.Tree().Top]
	full.Collapsed = []Clade{{Rows: full.Tree.Leaves(top[0]), Name: "a clade with a name of its own"}}
	full.Groups = beside.CategoryGroups([][]int{full.Tree.Leaves(top[0]), full.Tree.Leaves(top[1])})
	full.CutTime, full.CutLabel = 0.31, "2 groups"
	full.Selection = plotting.Selection{Rows: []int{1, 2, 3}, Columns: []int{4}, Node: -1}
	full.Matches = []int{7, 8, 9}
	full.Height = 20
	cases["full"] = full

	zoom := example(189, 60, plottingtest.Tissues, 2)
	zoom.Window = plotting.Window{X0: 0.3, X1: 0.8, Y0: 0.41, Y1: 0.62}
	cases["zoomed"] = zoom
	for _, name := range []string{"three leaves", "46", "189", "long", "strips", "full", "zoomed"} {
		for _, shape := range Shapes()[1:] {
			c := *cases[name]
			c.Shape = shape
			cases[shape.String()+" "+name] = &c
		}
	}
	return cases
}

func manyLevels(n int) []string {
	levels := make([]string, n)
	for i := range levels {
		levels[i] = fmt.Sprintf("level %d", i+1)
	}
	return levels
}

// years is a numeric annotation of many levels.
func years(n int) inference.Annotation {
	a := inference.Annotation{Name: "year", Numeric: true, Codes: make([]int, n), Values: make([]string, n)}
	for i := range 20 {
		a.Levels = append(a.Levels, fmt.Sprint(2000+i))
	}
	for i := range n {
		a.Codes[i] = i % 20
		a.Values[i] = a.Levels[i%20]
	}
	return a
}

// layoutSizes are the smallest window, its usual sizes, and one and two journal
// columns (85 and 180 mm at 96 points to the inch).
var layoutSizes = []vg.Point{{X: 400, Y: 300}, {X: 1000, Y: 700}, {X: 321, Y: 400}, {X: 321, Y: 240},
	{X: 680, Y: 500}, {X: 1200, Y: 800}}

func eachLayout(t *testing.T, check func(t *testing.T, d *Dendrogram, size vg.Point, r *plottingtest.InkRecorder)) {
	for name, d := range layoutCases() {
		for _, size := range layoutSizes {
			t.Run(fmt.Sprintf("%s/%v×%v", name, float64(size.X), float64(size.Y)), func(t *testing.T) {
				r := plottingtest.NewInkRecorder(size)
				d.Layout(size).Draw(r)
				check(t, d, size, r)
			})
		}
	}
}

func TestNothingOutside(t *testing.T) {
	eachLayout(t, func(t *testing.T, d *Dendrogram, size vg.Point, r *plottingtest.InkRecorder) {
		all := vg.Rectangle{Max: size}
		for _, b := range r.Boxes {
			if !inside(b, all) {
				t.Fatalf("drawn outside the figure: %v", b)
			}
		}
		for _, k := range r.Texts {
			for _, p := range k.Corners {
				if !ink.Contains(all, p) {
					t.Fatalf("text cut by the border: %q at %v", k.Text, k.Corners)
				}
			}
		}
	})
}

func TestTextsNeverOverlap(t *testing.T) {
	eachLayout(t, func(t *testing.T, d *Dendrogram, size vg.Point, r *plottingtest.InkRecorder) {
		for i, a := range r.Texts {
			for _, b := range r.Texts[:i] {
				// The box from descent to capitals of neighbouring lines may touch.
				if plottingtest.Overlap(a.Corners, b.Corners, 0.07*float64(max(a.Size, b.Size))) {
					t.Fatalf("%q overlaps %q: %v, %v", a.Text, b.Text, a.Corners, b.Corners)
				}
			}
		}
	})
}

// TestLabelsAreShown guards the two tests above against a layout that draws nothing.
func TestLabelsAreShown(t *testing.T) {
	r := plottingtest.NewInkRecorder(vg.Point{X: 860, Y: 600})
	d := example(46, 40, plottingtest.Tissues, 1)
	d.Layout(vg.Point{X: 860, Y: 600}).Draw(r)
	shown := map[string]int{}
	for _, k := range r.Texts {
		shown[k.Text]++
	}
	for _, name := range d.Tree.Tree().Names {
		if shown[name] != 1 {
			t.Errorf("label %q is shown %d times", name, shown[name])
		}
	}
	for _, text := range append([]string{d.Title, d.Subtitle, "tissue", "diffusion time", "limits: 98th percentile", "0",
		"1"}, plottingtest.Tissues...) {
		if shown[text] == 0 {
			t.Errorf("%q is not shown", text)
		}
	}
	if r.Image == 0 {
		t.Error("no heat map")
	}
}

// TestElidedNames checks that long names take a bounded share and keep their ends.
func TestElidedNames(t *testing.T) {
	d := layoutCases()["long"]
	s := d.LayoutTree(vg.Point{X: 680, Y: 500})
	if w := s.layout.labelling.labels.Max.X - s.layout.labelling.labels.Min.X; w > 0.31*680 {
		t.Errorf("labels take %.0f of 680", w)
	}
	r := plottingtest.NewInkRecorder(s.size)
	s.Draw(r)
	found := false
	for _, k := range r.Texts {
		found = found || strings.HasPrefix(k.Text, "a name") && strings.Contains(k.Text, "…") && k.Text[len(k.Text)-3] == ' '
	}
	if !found {
		t.Error("the end of a long name is lost")
	}
}

func TestBoundedWork(t *testing.T) {
	for name, build := range map[string]func(n int) *Dendrogram{
		"caterpillar": func(n int) *Dendrogram { return NewDendrogram(plottingtest.Caterpillar(n)) },
		"star":        func(n int) *Dendrogram { return NewDendrogram(plottingtest.Star(n)) },
		"coalescent":  func(n int) *Dendrogram { return NewDendrogram(plottingtest.Coalescent(n, plottingtest.TestRand(3))) },
	} {
		for _, shape := range Shapes() {
			d := build(20000)
			d.Shape = shape
			r := plottingtest.NewInkRecorder(vg.Point{X: 1200, Y: 800})
			d.Layout(vg.Point{X: 1200, Y: 800}).Draw(r)
			// Two dozen pieces for each row of pixels, an arc being many; 40,000 branches
			// drawn one by one would be 160,000.
			limit := 24 * 800
			if shape == Circular {
				limit = 100000
			}
			if r.Pieces > limit {
				t.Errorf("%s, shape %d: %d pieces of paths", name, shape, r.Pieces)
			}
			if r.Pieces < 25 {
				t.Errorf("%s, shape %d: only %d pieces of paths", name, shape, r.Pieces)
			}
		}
	}
}
