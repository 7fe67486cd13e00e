package space

import (
	"context"
	"image/color"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// around is a figure of rows with the density of one term behind them.
func around(t *testing.T, freedom float64) (*Clusters, *Ground) {
	t.Helper()
	rng := plottingtest.TestRand(5)
	n := 60
	x, y, complete, class := make([]float64, n), make([]float64, n), make([]bool, n), make([]int, n)
	for i := range n {
		x[i], y[i], complete[i], class[i] = rng.NormFloat64(), 0.5*rng.NormFloat64(), true, -1
	}
	p := NewPoints(nil, x, y, complete, ink.Measure{Name: "a", Factor: 1}, ink.Measure{Name: "b", Factor: 1})
	g, err := NewGround(context.Background(), p,
		[]inference.PlanarTerm{{Weight: 1, XX: 1, XY: 0.1, YY: 0.3, Freedom: freedom}}, 120)
	if err != nil || g == nil {
		t.Fatal(g, err)
	}
	return &Clusters{Points: p, Class: class, Ground: g, Title: "Density", Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light}, g
}

// TestGroundHoldsItsShares integrates the density by the formulas of a Gaussian and of a Student t of
// two dimensions: the line of a share passes where the formula puts it.
func TestGroundHoldsItsShares(t *testing.T) {
	det := 1*0.3 - 0.1*0.1
	for _, freedom := range []float64{0, 30} {
		_, g := around(t, freedom)
		for i, share := range densityShares[:2] {
			q := -2 * math.Log(1-share) // the squared radius of a Gaussian
			want := -math.Log(2*math.Pi) - 0.5*math.Log(det) - q/2
			if freedom > 0 { // P(Q > q) = (1 + q/ν)^(−ν/2)
				q = freedom * (math.Pow(1-share, -2/freedom) - 1)
				want = -math.Log(2*math.Pi) - 0.5*math.Log(det) - (freedom/2+1)*math.Log1p(q/freedom)
			}
			if !(math.Abs(g.levels[i]-want) <= 0.06) {
				t.Errorf("ν = %v: the line of %v lies at %v, want %v", freedom, share, g.levels[i], want)
			}
		}
	}
}

// TestGroundIsDrawn looks for the density behind the rows, and for axes on which a unit is equally
// long along both.
func TestGroundIsDrawn(t *testing.T) {
	for _, style := range []plotting.Style{plotting.Light, plotting.Dark} {
		f, _ := around(t, 30)
		f.Style = style
		bare := *f
		bare.Ground = nil
		if plottingtest.Differing(plottingtest.Rendered(f, 700, 500), plottingtest.Rendered(&bare, 700, 500)) < 0.2 {
			t.Error("no density is drawn")
		}
		s := f.Layout(plottingtest.At(700, 500)).(*ClustersScene)
		a := s.plane.Area.Size()
		if across, up := (s.plane.X1-s.plane.X0)/float64(a.X),
			(s.plane.Y1-s.plane.Y0)/float64(a.Y); !(math.Abs(across/up-1) <= 0.02) {
			t.Errorf("a point is %v units across and %v up", across, up)
		}
		if sheets := f.Sheets(); len(sheets) != 2 || sheets[1].Name != "density" {
			t.Errorf("%d sheets", len(sheets))
		}
	}
}

// TestRowsStandOutFromTheDensity compares the colour of each row, in its middle, with the pixels on its
// edge. It must have most of the contrast that its category has with the surface of the figure, whatever
// the density behind it.
func TestRowsStandOutFromTheDensity(t *testing.T) {
	const width, height = 700, 500
	for _, style := range []plotting.Style{plotting.Light, plotting.Dark} {
		f, _ := around(t, 30)
		kinds := make([]string, len(f.Points.X))
		for i := range kinds {
			kinds[i] = []string{"blue", "green"}[i%2]
		}
		f.Style, f.Strip = style, &beside.Strip{Annotation: inference.NewAnnotation("kind", kinds)}
		picture := plottingtest.Rendered(f, width, height)
		s := f.Layout(plottingtest.At(width, height)).(*ClustersScene)
		at := func(p vg.Point, dx, dy float64) color.NRGBA {
			return color.NRGBAModel.Convert(picture.At(int(float64(p.X)+dx), int(height-float64(p.Y)+dy))).(color.NRGBA)
		}
		for i := range f.Points.X {
			p := s.plane.At(f.Points.X[i], f.Points.Y[i])
			own, most := at(p, 0, 0), 0.0
			for k := range 16 {
				a := math.Pi * float64(k) / 8
				most = max(most, plottingtest.ContrastRatio(own, at(p, 3.2*math.Cos(a), 3.2*math.Sin(a))))
			}
			if !(most >= 0.65*plottingtest.ContrastRatio(ink.AnnotationInk(i%2), style.Surface)) {
				t.Errorf("dark %v: row %d of colour %v has a contrast of %.2f at most", style.Dark, i, own, most)
			}
		}
	}
}

// TestTwoRowsAreNoLine checks that a cluster of two rows has no ellipse, and its rows still belong to
// it.
func TestTwoRowsAreNoLine(t *testing.T) {
	p := NewPoints(nil, []float64{0, 1, 5, 5.2, 5.1, 5.3}, []float64{0, 3, 1, 1.4, 1.2, 0.9},
		[]bool{true, true, true, true, true, true}, ink.Measure{Name: "a", Factor: 1}, ink.Measure{Name: "b", Factor: 1})
	class := []int{0, 0, 1, 1, 1, 1}
	e := LabelEllipses(p, class)
	if !e[0].Few || e[1].Few || !(e[0].XX > 0) {
		t.Errorf("%+v", e)
	}
	f := &Clusters{Points: p, Class: class, Ellipses: e, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light}
	s := f.Layout(plottingtest.At(700, 500)).(*ClustersScene)
	if m, ok := s.Hit(s.plane.At(0, 0)); !ok || m.Index != 0 {
		t.Errorf("%+v", m)
	}
	if m, ok := s.Hit(s.plane.At(0.5, 1.5)); ok {
		t.Errorf("between two rows there is %+v", m)
	}
}

// A density has no tone left where it ends, so that wider axes show no edge of it; axes do not become wider for that.
func TestGroundFades(t *testing.T) {
	p := NewPoints(nil, []float64{-5, 0, 6}, []float64{-1, 0, 1.4}, []bool{true, true, true},
		ink.Measure{Name: "a", Factor: 1}, ink.Measure{Name: "b", Factor: 1})
	for name, terms := range map[string][]inference.PlanarTerm{
		"one": {{Weight: 1, XX: 5.3, YY: 0.4}},
		"two": {{Weight: 0.3, X: -4, XX: 0.5, XY: 0.2, YY: 0.2}, {Weight: 0.7, X: 3, XX: 3, YY: 0.3}},
		"rows": {{Weight: 1. / 3, X: -5, Y: -1, XX: 0.2, YY: 0.2}, {Weight: 1. / 3, XX: 0.2, YY: 0.2},
			{Weight: 1. / 3, X: 6, Y: 1.4, XX: 0.2, YY: 0.2}},
	} {
		g, err := NewGround(context.Background(), p, terms, 120)
		if err != nil {
			t.Fatal(err)
		}
		f := g.field
		for i, v := range f.Log {
			if x, y := i%f.NX, i/f.NX; (x == 0 || y == 0 || x == f.NX-1 || y == f.NY-1) && !(v <= g.low) {
				t.Errorf("%s: at the edge the log density is %.2f, and tones begin at %.2f", name, v, g.low)
				break
			}
		}
		if n := sharesNote(g.levels); name == "one" && n != "lines hold 50, 80, 95 %" {
			t.Errorf("a line leaves the axes: %s", n)
		}
		if b := g.bounds(p.bounds); name == "one" && (!(math.Abs(b[3]-2.6*math.Sqrt(0.4)) <= 0.2) || f.Y1 < b[3]+0.5) {
			t.Errorf("the axis ends at %.2f, the density at %.2f", b[3], f.Y1)
		}
	}
}
