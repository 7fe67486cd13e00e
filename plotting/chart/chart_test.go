package chart

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// testChart has a layer of every kind.
func testChart() *Chart {
	return &Chart{Title: "Curves", Subtitle: "one of each kind", Style: plotting.Light,
		X: Axis{Name: "levels", Low: 1, High: 1000, Log: true}, Y: Axis{Name: "share", Low: 0, High: 1},
		Layers: []Layer{
			{Kind: Band, X: []float64{1, 10, 1000}, Low: []float64{0.1, 0.2, 0.1}, High: []float64{0.5, 0.6, 0.4}, Opacity: 0.2},
			{Kind: Area, X: []float64{2, 4, 4, math.NaN(), 8, 16, 16}, Y: []float64{0.1, 0.1, 0.3, math.NaN(), 0.1, 0.1, 0.3},
				Ink: MutedInk, Opacity: 0.3},
			{Name: "exact", X: []float64{1, 10, 100, 1000}, Y: []float64{0.3, 0.4, math.NaN(), 0.2}, Ink: CategoryInk(0)},
			{Name: "limit", X: []float64{1, 1000}, Y: []float64{0.25, 0.25}, Dashed: true, Ink: MutedInk},
			{Name: "drawn", Kind: Points, X: []float64{10, 100}, Y: []float64{0.42, 0.31}, Low: []float64{0.3, 0.2},
				High: []float64{0.5, 0.4}, Text: []string{"ten levels", "hundred levels"}, Ink: CategoryInk(1)},
			{Name: "counts", Kind: Bars, X: []float64{300}, Y: []float64{0.2}, Width: 100,
				Inks: []Ink{CategoryInk(2)}, Ink: CategoryInk(2)},
			{Kind: Links, X: []float64{1, 2, 500, 900}, Y: []float64{0.9, 0.8, 0.9, 0.8}, Ink: SelectionInk},
			{Kind: Text, X: []float64{30}, Y: []float64{0.9}, Text: []string{"a note"}, Ink: MutedInk},
		}}
}

func TestChartPointsAreWhereTheyAreSaid(t *testing.T) {
	s := testChart().layoutChart(vg.Point{X: 600, Y: 400})
	m, ok := s.Hit(s.place(100, 0.31))
	if !ok || m.Title != "hundred levels" {
		t.Fatalf("hit %v %v", m, ok)
	}
	area := s.PlotArea()
	if q := s.place(1, 0); !(math.Abs(float64(q.X-area.Min.X)) <= 1e-6) ||
		!(math.Abs(float64(q.Y-area.Min.Y)) <= 1e-6) {
		t.Errorf("(1, 0) lies at %v of %v", q, area)
	}
	if q := s.place(1000, 1); !(math.Abs(float64(q.X-area.Max.X)) <= 1e-6) ||
		!(math.Abs(float64(q.Y-area.Max.Y)) <= 1e-6) {
		t.Errorf("(1000, 1) lies at %v of %v", q, area)
	}
}

func TestChartHasSquareUnits(t *testing.T) {
	f := &Chart{Style: plotting.Light, Square: true,
		Layers: []Layer{{Kind: Points, X: []float64{0, 4}, Y: []float64{0, 1}}}}
	s := f.layoutChart(vg.Point{X: 500, Y: 500})
	a, b := s.place(0, 0), s.place(1, 1)
	if d := float64((b.X - a.X) - (b.Y - a.Y)); !(math.Abs(d) <= 1e-6) {
		t.Errorf("a unit is %v by %v", b.X-a.X, b.Y-a.Y)
	}
	for _, p := range [][2]float64{{0, 0}, {4, 1}} {
		if !ink.Contains(s.PlotArea(), s.place(p[0], p[1])) {
			t.Errorf("%v lies outside", p)
		}
	}
}

func TestPanelsShareAxesAndFindTheirMarks(t *testing.T) {
	top := &Chart{Style: plotting.Light, X: Axis{Low: 0, High: 1}, Y: Axis{Low: 0, High: 100000},
		Layers: []Layer{{Name: "p", Kind: Points, X: []float64{0.5}, Y: []float64{50000}, Text: []string{"upper"}}}}
	bottom := &Chart{Style: plotting.Light, X: Axis{Low: 0, High: 1}, Y: Axis{Low: 0, High: 1, Name: "y"},
		Layers: []Layer{{Name: "p", Kind: Points, X: []float64{0.25}, Y: []float64{0.5}, Text: []string{"lower"}}}}
	f := &Panels{Title: "Two", Style: plotting.Light, Parts: []Panel{
		{Name: "a", Figure: top, Box: plotting.Window{X0: 0, X1: 1, Y0: 0, Y1: 0.5}, Column: 1},
		{Name: "b", Figure: bottom, Box: plotting.Window{X0: 0, X1: 1, Y0: 0.5, Y1: 1}, Column: 1},
	}}
	s := f.layoutPanels(vg.Point{X: 700, Y: 500})
	var ends [2][2]float64
	for i, want := range []string{"upper", "lower"} {
		scene, at := s.scenes[i], s.at[i]
		area := scene.PlotArea()
		ends[i] = [2]float64{float64(at.X + area.Min.X), float64(at.X + area.Max.X)}
		c := scene.(*Scene)
		x, y := f.Parts[i].Figure.(*Chart).Layers[0].X[0], f.Parts[i].Figure.(*Chart).Layers[0].Y[0]
		q := c.place(x, y)
		m, ok := s.Hit(vg.Point{X: q.X + at.X, Y: q.Y + at.Y})
		if !ok || m.Title != want {
			t.Errorf("panel %d: hit %v %v", i, m, ok)
		}
	}
	if !(math.Abs(ends[0][0]-ends[1][0]) <= 0.5) || !(math.Abs(ends[0][1]-ends[1][1]) <= 0.5) {
		t.Errorf("plots run over %v", ends)
	}
	sheets := f.Sheets()
	if len(sheets) != 2 || !strings.HasPrefix(sheets[1].Name, "b-") {
		t.Errorf("sheets %v", sheets)
	}
	if dark := f.WithStyle(plotting.Dark).(*Panels); !dark.Parts[0].Figure.(*Chart).Style.Dark || top.Style.Dark {
		t.Error("the style of a panel does not follow")
	}
	for _, size := range []vg.Point{{}, {X: 10, Y: 10}, {X: 120, Y: 90}} {
		f.Layout(size)
		testChart().Layout(size)
	}
}

// TestPanelsAreTheSameDrawnAtOnce compares panels on pixels, each on its own goroutine, with
// the same panels one after the other.
func TestPanelsAreTheSameDrawnAtOnce(t *testing.T) {
	f := &Panels{Style: plotting.Light}
	for i := range 9 {
		x, y := float64(i%3)/3, float64(i/3)/3
		f.Parts = append(f.Parts,
			Panel{Figure: testChart(), Box: plotting.Window{X0: x, X1: x + 1.0/3, Y0: y, Y1: y + 1.0/3}, Column: i%3 + 1})
	}
	s := f.layoutPanels(vg.Point{X: 701.5, Y: 503.3})
	if !s.apart {
		t.Fatal("a grid of panels overlaps")
	}
	at := func(apart bool) []byte {
		s.apart = apart
		img := image.NewRGBA(image.Rect(0, 0, 702, 504))
		raster.Render(s, 1, img)
		return img.Pix
	}
	if want := at(false); !bytes.Equal(at(true), want) {
		t.Error("drawn at once they differ")
	}
	f.Parts[4].Box = plotting.Window{X0: 0.2, X1: 0.6, Y0: 0.2, Y1: 0.6}
	if f.layoutPanels(vg.Point{X: 700, Y: 500}).apart {
		t.Error("panels that overlap are drawn at once")
	}
}

func TestGoldenChart(t *testing.T) { plottingtest.GoldenPicture(t, "chart", testChart(), 600, 400) }

// The first categories have colours of their own, and none is the amber of a selection or the rust beside it.
func TestFirstCategoriesAreNotAmber(t *testing.T) {
	seen := map[color.NRGBA]int{}
	for i := range 17 {
		hue := CategoryInk(i).of(plotting.Light)
		if hue == ink.CategoryColours[1] || hue == ink.CategoryColours[5] {
			t.Errorf("category %d has %v", i, hue)
		}
		if j, ok := seen[hue]; ok {
			t.Errorf("categories %d and %d have the same colour", j, i)
		}
		seen[hue] = i
	}
}
