package cells

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// hintonFigure has loadings drawn at random, in each block a dropped factor last; the last block has no factor left.
func hintonFigure(columns, blocks, factors int, means bool) Hinton {
	rng := rand.New(rand.NewPCG(3, 4))
	f := Hinton{Title: "Mixture of factor analysers", Subtitle: "free energy −1,200 nats", Value: "mean loading",
		Style: plotting.Light}
	draw := func() []float64 {
		values := make([]float64, columns)
		for q := range values {
			values[q] = rng.NormFloat64()
		}
		return values
	}
	for k := range blocks {
		b := HintonBlock{Name: fmt.Sprintf("cluster %d", k+1), Short: fmt.Sprint(k + 1), Note: plotting.FormatRows(50)}
		var values [][]float64
		if mean := draw(); means {
			b.Columns, values = append(b.Columns, HintonColumn{Name: "mean", Note: "μ", Apart: true}),
				append(values, mean)
		}
		if k < blocks-1 || blocks == 1 {
			loadings := make([][]float64, factors)
			for l := range loadings {
				loadings[l] = draw()
			}
			slices.Reverse(loadings)
			for l, v := range append(loadings, slices.Repeat([]float64{math.NaN()}, columns)) {
				c := HintonColumn{Name: fmt.Sprintf("factor %d", l+1), Off: l == factors || l == factors-1 &&
					factors > 1}
				if c.Off {
					c.Note = []string{fmt.Sprint(factors), "2e5"}[l+1-factors]
				}
				b.Columns, values = append(b.Columns, c), append(values, v)
			}
		}
		if len(values) > 0 {
			b.Values = mat.NewDense(columns, len(values), nil)
			for j, v := range values {
				b.Values.SetCol(j, v)
			}
		}
		f.Blocks = append(f.Blocks, b)
	}
	for q := range columns {
		f.Rows = append(f.Rows, fmt.Sprintf("column %d", q+1))
	}
	return f
}

// shoelace is the area of a closed path of straight lines.
func shoelace(p vg.Path) float64 {
	sum := 0.0
	var corners []vg.Point
	for _, c := range p {
		if c.Type != vg.CloseComp {
			corners = append(corners, c.Pos)
		}
	}
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		sum += float64(a.X*b.Y - b.X*a.Y)
	}
	return math.Abs(sum) / 2
}

// The area of a square is true to the magnitude, with its notch and without.
func TestHintonAreas(t *testing.T) {
	s := hintonFigure(5, 2, 3, false).Layout(vg.Point{X: 900, Y: 600}).(*hintonScene)
	full := float64(s.largest() * s.largest())
	for _, v := range []float64{s.most, s.most / 2, s.most / 10} {
		for _, negative := range []bool{false, true} {
			if got, want := shoelace(square(nil, vg.Point{X: 100, Y: 100}, s.side(v), negative)),
				full*v/s.most; !(math.Abs(got-want) <= 1e-9*want) {
				t.Errorf("the square of %v has an area of %v, want %v", v, got, want)
			}
		}
	}
}

// With signs only, every value but zero has a square of the same area, and the legend says so in place of magnitudes.
func TestHintonSigns(t *testing.T) {
	f := hintonFigure(5, 2, 3, false)
	f.Blocks[0].Values.Set(0, 0, 1e-20)
	f.Blocks[0].Values.Set(1, 0, -1e-4)
	size := vg.Point{X: 900, Y: 600}
	usual := f.Layout(size).(*hintonScene)
	f.Signs = true
	s := f.Layout(size).(*hintonScene)
	full := math.Pow(hintonSigned*float64(s.largest()), 2)
	for _, v := range []float64{s.most, 1e-4, -1e-4, -s.most, -1e3} {
		if got := shoelace(square(nil, vg.Point{X: 100, Y: 100}, s.side(v), v < 0)); !(math.Abs(got-full) <= 1e-9*full) {
			t.Errorf("the square of %v has an area of %v, want %v", v, got, full)
		}
	}
	for _, v := range []float64{0, 1e-20, -1e-20} {
		if s.side(v) != 0 {
			t.Errorf("%v has a square", v)
		}
	}
	texts := func(s *hintonScene) (list []string) {
		c := plottingtest.NewInkRecorder(size)
		s.Draw(c)
		for _, x := range c.Texts {
			list = append(list, x.Text)
		}
		return list
	}
	const words = "sign only, all squares alike"
	with, without := texts(s), texts(usual)
	if !slices.Contains(with, words) || slices.Contains(without, words) || !slices.Contains(with, "negative") {
		t.Errorf("the legends are %v and %v", with, without)
	}
	numbers := func(texts []string) (n int) {
		for _, x := range texts[slices.Index(texts, "mean loading"):] {
			if _, err := strconv.ParseFloat(x, 64); err == nil {
				n++
			}
		}
		return n
	}
	if numbers(with) != 0 || numbers(without) != 3 {
		t.Errorf("the legends with magnitudes are %v and %v", with, without)
	}
}

// One value far beyond the others leaves them to be seen.
func TestHintonOutliers(t *testing.T) {
	f := hintonFigure(64, 5, 4, false)
	if most, beyond := f.limit(); beyond || most <= 0 {
		t.Errorf("of values drawn alike the limit is %v, with greater ones: %v", most, beyond)
	}
	before, _ := f.limit()
	f.Blocks[1].Values.Set(3, 1, -1e3)
	if limit, beyond := f.limit(); !beyond || limit > 3*before {
		t.Errorf("with an outlier the limit goes from %v to %v", before, limit)
	}
	s := f.Layout(vg.Point{X: 900, Y: 600}).(*hintonScene)
	if s.side(-1e3) != s.largest() {
		t.Error("the outlier leaves its cell")
	}
}

// Every cell is found where it is drawn, zoomed too; so is the block by its name.
func TestHintonHits(t *testing.T) {
	for _, f := range []Hinton{hintonFigure(5, 7, 3, true),
		hintonFigure(5, 7, 3, true).WithWindow(plotting.Window{X0: 0.1, X1: 0.4, Y0: 0, Y1: 0.5}).(Hinton)} {
		s := f.Layout(vg.Point{X: 900, Y: 600}).(*hintonScene)
		seen := 0
		for b, k := range f.Blocks {
			for j := range k.Columns {
				for i := range f.Rows {
					r := s.rect(b, i, i+1, j, j+1)
					at := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
					m, ok := s.Hit(at)
					if inside := ink.Contains(s.area, at); !inside {
						if ok {
							t.Errorf("a hit outside of the plot: %+v", m)
						}
						continue
					}
					seen++
					if !ok || m.Kind != "cell" || m.Index != b || m.Column != i || m.Node != j {
						t.Fatalf("cell %d, %d of block %d: %+v", i, j, b, m)
					}
				}
			}
		}
		if seen == 0 {
			t.Error("no cell can be seen")
		}
	}
	s := hintonFigure(5, 7, 3, true).Layout(vg.Point{X: 900, Y: 600}).(*hintonScene)
	at := s.at(s.places[2].left+3, s.lines[s.places[2].line]-5)
	if m, ok := s.Hit(at); !ok || m.Kind != "block" || m.Index != 2 || m.Title != "cluster 3" {
		t.Errorf("the name of cluster 3 is %+v", m)
	}
}

// Every size and number of columns gives a picture, and nothing of it leaves the box.
func TestHintonInEverySize(t *testing.T) {
	dark := hintonFigure(4, 20, 3, true)
	dark.Style, dark.SelectedBlocks = plotting.Dark, []int{2}
	long := hintonFigure(500, 3, 6, false)
	long.Rows[3] = strings.Repeat("a very long name of a column ", 4)
	zoomed := hintonFigure(64, 20, 6, true).WithWindow(plotting.Window{X0: 0.2, X1: 0.4, Y0: 0.1, Y1: 0.3})
	for name, f := range map[string]plotting.Figure{
		"one": hintonFigure(4, 1, 1, false), "few": hintonFigure(4, 3, 3, true), "dark": dark,
		"digits": hintonFigure(64, 20, 6, false),
		"long":   long, "zoomed": zoomed, "empty": Hinton{Style: plotting.Light},
		"flat": Hinton{Rows: []string{"a"}, Blocks: []HintonBlock{{Name: "cluster 1"}}, Style: plotting.Light},
	} {
		for _, size := range [][2]int{{900, 600}, {420, 300}, {120, 90}, {12, 8}} {
			plottingtest.Picture(t, fmt.Sprintf("hinton_%s_%dx%d", name, size[0], size[1]), f, size[0], size[1], 1)
		}
		s, ok := f.Layout(vg.Point{X: 900, Y: 600}).(*hintonScene)
		if !ok || len(s.places) == 0 {
			continue
		}
		for _, p := range s.places {
			if p.left+p.width > s.area.Size().X+0.01 || s.lines[p.line]+s.cell.Y*vg.Length(len(s.Rows)) > s.area.Size().Y+0.01 {
				t.Errorf("%s: a block at %v leaves the plot", name, p)
			}
		}
	}
}

// The legend explains every mark, in every size that has a legend: entries that do not fit on one
// line continue on the next.
func TestHintonLegendIsComplete(t *testing.T) {
	f := hintonFigure(5, 7, 3, true)
	f.Blocks[0].Probability = mat.NewDense(len(f.Rows), len(f.Blocks[0].Columns), nil)
	f.Value = "mean loading"
	want := []string{"mean loading", "probability", "positive", "negative", "switched off, with its precision"}
	for _, size := range []vg.Point{{X: 900, Y: 600}, {X: 680, Y: 529}, {X: 420, Y: 300}, {X: 321, Y: 378}, {X: 250, Y: 250}} {
		s := f.Layout(size).(*hintonScene)
		c := plottingtest.NewInkRecorder(size)
		s.Draw(c)
		drawn := map[string]bool{}
		for _, x := range c.Texts {
			drawn[x.Text] = true
		}
		for _, text := range want {
			if !drawn[text] {
				t.Errorf("%v: the legend has no %q", size, text)
			}
		}
		for _, x := range c.Texts {
			for _, p := range x.Corners {
				if !ink.Contains(vg.Rectangle{Min: vg.Point{X: -0.5, Y: -0.5}, Max: vg.Point{X: size.X + 0.5, Y: size.Y + 0.5}},
					p) {
					t.Errorf("%v: %q leaves the figure", size, x.Text)
				}
			}
		}
	}
}
