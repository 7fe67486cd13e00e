package space

import (
	"math"
	"strconv"
	"testing"

	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// What Draw draws is what Hit finds: each node and each row at its place.
func TestDiffusionHits(t *testing.T) {
	f := spreading(30, 3)
	s := f.LayoutPaths(vg.Point{X: 900, Y: 600})
	found := 0
	for v := range f.Paths.at {
		at, seen := s.NodePosition(v)
		if !seen {
			t.Errorf("node %d is not within the picture", v)
			continue
		}
		if hit, ok := s.HitNode(at); !ok {
			t.Errorf("nothing at the end of the path of node %d", v)
		} else if hit == v || f.Paths.tree.Tree().Parent[hit] == v { // where paths part, either
			found++
		}
	}
	if found < len(f.Paths.at)*2/3 {
		t.Errorf("%d of %d nodes found at their places", found, len(f.Paths.at))
	}
	for _, l := range s.labels {
		m, ok := s.Hit(vg.Point{X: l.at.X + 5, Y: l.at.Y})
		if !ok || m.Row != l.row || m.Title != f.Paths.tree.Tree().Names[l.row] {
			t.Errorf("the label of row %d is %+v", l.row, m)
		}
	}
	if len(s.labels) != 30 {
		t.Errorf("%d of 30 names have room", len(s.labels))
	}
	row := 0
	m, ok := s.Hit(s.plane.At(1, f.Paths.observed[row]))
	if !ok || m.Kind != "leaf" {
		t.Errorf("at a value: %+v", m)
	}
	if _, ok := s.Hit(vg.Point{X: 2, Y: 2}); ok {
		t.Error("something in the margin")
	}
}

// Paths end at the cursor, which can be found and read back.
func TestDiffusionUntil(t *testing.T) {
	f := spreading(40, 4)
	f.Until, f.Cursor = 0.6, true
	s := f.LayoutPaths(vg.Point{X: 900, Y: 600})
	x := s.plane.X(0.6)
	for _, q := range s.points {
		if q.X > x+1e-6 {
			t.Fatalf("a path at %v, after the cursor at %v", q.X, x)
		}
	}
	m, ok := s.Hit(vg.Point{X: x, Y: s.plane.Area.Min.Y})
	if !ok || m.Kind != "cursor" {
		t.Errorf("at the handle: %+v", m)
	}
	if time, ok := s.TimeAt(vg.Point{X: x, Y: 300}); !ok || !(math.Abs(time-0.6) <= 1e-9) {
		t.Errorf("the cursor reads %v", time)
	}
	if len(s.labels) > 0 {
		t.Error("names at the end of paths that do not reach it")
	}
}

// A window shows the same path: its points lie on the one of the whole.
func TestDiffusionZoomsIntoTheSamePath(t *testing.T) {
	f := spreading(6, 5)
	size := vg.Point{X: 900, Y: 600}
	whole := f.LayoutPaths(size)
	near := f.WithWindow(plotting.Window{X0: 0.2, X1: 0.7, Y0: 0, Y1: 1}).(*Diffusion).LayoutPaths(size)
	type place struct{ time, at float64 }
	on := map[place]bool{}
	for _, q := range near.points {
		x, y := near.plane.Value(q)
		on[place{math.Round(x * 1e9), math.Round(y * 1e6)}] = true
	}
	shared, all := 0, 0
	for _, q := range whole.points {
		x, y := whole.plane.Value(q)
		if x < 0.21 || x > 0.69 {
			continue
		}
		all++
		if on[place{math.Round(x * 1e9), math.Round(y * 1e6)}] {
			shared++
		}
	}
	if all < 100 || shared < all*9/10 {
		t.Errorf("%d of %d points of the whole are on the part", shared, all)
	}
}

// The band is the posterior mean ± 2 s.d.
func TestDiffusionBand(t *testing.T) {
	f := spreading(12, 6)
	s := f.LayoutPaths(vg.Point{X: 900, Y: 600})
	top := f.Paths.tree.Tree().Top
	path := s.band(top)
	g := f.Paths.diffuser.Along(top, f.Paths.tree.Time[top])
	want := s.plane.At(f.Paths.tree.Time[top], g.X+2*math.Sqrt(g.XX))
	least := math.Inf(1)
	for _, c := range path {
		least = min(least, math.Hypot(float64(c.Pos.X-want.X), float64(c.Pos.Y-want.Y)))
	}
	if least > 1e-6 {
		t.Errorf("the band passes its end at %v by %v", want, least)
	}
	f.Selection.Rows = []int{0, 1}
	if n := len(f.LayoutPaths(vg.Point{X: 900, Y: 600}).front.Items); n < 2 {
		t.Errorf("%d items with a selection", n)
	}
}

func TestSpreadLabels(t *testing.T) {
	at := []vg.Length{100, 99, 98.5, 60, 12, 11, 10.5}
	moved := append([]vg.Length(nil), at...)
	spreadLabels(moved, 10, 0, 104)
	for i := range moved {
		if moved[i] > 99+1e-9 || moved[i] < 5-1e-9 {
			t.Errorf("label %d at %v, beyond the edges", i, moved[i])
		}
		if i > 0 && moved[i-1]-moved[i] < 10-1e-9 {
			t.Errorf("labels %d and %d at %v and %v", i-1, i, moved[i-1], moved[i])
		}
	}
	if moved[3] != 60 {
		t.Errorf("a label with room moved from 60 to %v", moved[3])
	}
	if d := float64(moved[0] + moved[1] + moved[2] - 3*89); !(math.Abs(d) <= 1e-6) {
		t.Errorf("the upper three are at %v, want them to end at the edge", moved[:3])
	}
}

// Every size is drawn or left out, whatever the figure; sheets have the data's values.
func TestDiffusionAndDensitySizesAndSheets(t *testing.T) {
	d := placed(25, 7)
	for _, f := range []plotting.Figure{spreading(25, 7), &Diffusion{Style: plotting.Light}, d, &Density{Style: plotting.Dark}} {
		for _, w := range []int{1, 30, 90, 200, 470, 1200} {
			for _, h := range []int{1, 40, 150, 700} {
				plottingtest.Rendered(f, w, h)
			}
		}
	}
	f := spreading(25, 7)
	sheets, err := plotting.Numbers(f)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for cells := range sheets[0].Rows {
		rows++
		if cells[2] == "leaf 003" {
			want := f.Paths.measure.Value(f.Paths.observed[3])
			if got, _ := strconv.ParseFloat(cells[7], 64); got != want {
				t.Errorf("leaf 003 is at %v, want %v", got, want)
			}
		}
	}
	if rows != len(f.Paths.at) {
		t.Errorf("%d rows for %d nodes", rows, len(f.Paths.at))
	}
	points := 0
	for range sheets[1].Rows {
		points++
	}
	if points < 500 {
		t.Errorf("%d points of paths", points)
	}
	if sheets, err = plotting.Numbers(d); err != nil || len(sheets) != 2 {
		t.Fatalf("%d sheets, %v", len(sheets), err)
	}
	cells := 0
	for range sheets[1].Rows {
		cells++
	}
	if cells != d.Field.NX*d.Field.NY {
		t.Errorf("%d cells of density", cells)
	}
}

// placed is a figure of the density of a random tree of two columns.
func placed(leaves int, seed uint64) *Density {
	rng := plottingtest.TestRand(seed)
	t := plottingtest.Coalescent(leaves, rng)
	x := plottingtest.Diffused(t, 2, rng)
	x.Set(1, 0, math.NaN())
	d := diffusion.New(t, x, nil, diffusion.Parameters{Sigma2: 1, Noise: 0.02, C: 1}, []float64{1, 0}, []float64{0, 1})
	f := &Density{Places: NewPlaces(beside.Prepare(t), d, ink.Measure{Name: "length, mm", Offset: 20, Factor: 2.5},
		ink.Measure{Name: "depth, mm", Offset: 4, Factor: 0.5}), Title: "Density of a random tree",
		Subtitle: "predictive density of a new row", Selection: plotting.NoSelection, Style: plotting.Light,
		Colours: beside.RowColours{
			Strip: &beside.Strip{Annotation: plottingtest.CladeLabels(t, "tissue", plottingtest.Tissues[:4], rng)}}}
	f.Field, _ = f.Places.Field(testContext, plotting.All, 60)
	return f
}

func TestGoldenDiffusion(t *testing.T) {
	paths := spreading(24, 8)
	paths.Selection.Rows = []int{2, 3}
	density := placed(60, 9)
	density.Style = plotting.Dark
	means := *spreading(24, 8)
	means.Until, means.Cursor = 0.75, true
	for name, f := range map[string]plotting.Figure{"diffusion_light": paths, "diffusion_until": &means, "density_dark": density} {
		img, _ := raster.Figure(f, 760, 480, 1, nil)
		plottingtest.Golden(t, name, img)
	}
}
