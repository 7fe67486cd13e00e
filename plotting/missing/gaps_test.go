package missing

import (
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

// some is a table of which a share is missing, more in later columns, and three columns always together.
func some(n, d int, share float64) *Pattern {
	rng := rand.New(rand.NewPCG(4, 5))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		together := rng.Float64() < share
		for j := range d {
			if rng.Float64() < share*float64(j)/float64(d) || together && j >= 1 && j < min(4, d) {
				x.Set(i, j, math.NaN())
			}
		}
	}
	return PatternOf(x.At, names("row ", n), names("gene", d))
}

func names(word string, n int) (list []string) {
	for i := range n {
		list = append(list, word+strconv.Itoa(i+1))
	}
	return list
}

func figure(p *Pattern) Gaps {
	return Gaps{Title: "A table, missing cells", Pattern: p, Window: plotting.All, Style: plotting.Light}
}

func byPattern(f Gaps) Gaps { f.Style.Look.ByPattern = true; return f }

func TestPictures(t *testing.T) {
	plottingtest.GoldenPicture(t, "small", figure(some(12, 9, 0.4)), 520, 360)
	plottingtest.GoldenPicture(t, "pattern_dark",
		byPattern(figure(some(150, 40, 0.2)).WithStyle(plotting.Dark).(Gaps)), 520, 360)
	plottingtest.GoldenPicture(t, "large", figure(some(3000, 1200, 0.02)), 640, 420)
	plottingtest.GoldenPicture(t, "narrow", figure(some(30, 500, 0.2)), 240, 300)
}

// A pixel is the share of the cells under it, and every cell counts once.
func TestSharesAreHonest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 40).Draw(t, "n"), rapid.IntRange(1, 150).Draw(t, "d")
		p := some(n, d, rapid.Float64Range(0, 1).Draw(t, "share"))
		g := p.in(rapid.Bool().Draw(t, "by pattern"))
		r0 := rapid.IntRange(0, n-1).Draw(t, "r0")
		r1 := rapid.IntRange(r0+1, n).Draw(t, "r1")
		c0 := rapid.IntRange(0, d-1).Draw(t, "c0")
		c1 := rapid.IntRange(c0+1, d).Draw(t, "c1")
		height, width := rapid.IntRange(1, r1-r0).Draw(t, "height"), rapid.IntRange(1, c1-c0).Draw(t, "width")
		got := g.shares(r0, r1, c0, c1, width, height)
		missing, cells := make([]int, len(got)), make([]int, len(got))
		for r := r0; r < r1; r++ {
			for c := c0; c < c1; c++ {
				// The part of a cell is the last that begins at it or before.
				y, x := height-1, width-1
				for r0+y*(r1-r0)/height > r {
					y--
				}
				for c0+x*(c1-c0)/width > c {
					x--
				}
				cells[y*width+x]++
				if g.missing(r, c) {
					missing[y*width+x]++
				}
			}
		}
		for k := range got {
			if want := float32(missing[k]) / float32(cells[k]); got[k] != want {
				t.Fatalf("part %d: %v, want %v", k, got[k], want)
			}
		}
	})
}

func TestPatternOrder(t *testing.T) {
	nan := math.NaN()
	x := mat.NewDense(6, 4, []float64{
		1, 1, nan, 1,
		1, nan, nan, 1,
		1, 1, 1, 1,
		1, 1, nan, 1,
		1, nan, 1, nan,
		1, nan, nan, 1,
	})
	p := PatternOf(x.At, names("r", 6), names("c", 4))
	g := p.in(true)
	if !slices.Equal(g.columns, []int{2, 1, 3, 0}) || !slices.Equal(g.rows, []int{1, 5, 0, 3, 4, 2}) {
		t.Errorf("columns %v, rows %v", g.columns, g.rows)
	}
	var lacks [][]int
	for _, k := range p.Groups() {
		lacks = append(lacks, k.Columns, k.Rows)
	}
	want := [][]int{{1, 2}, {1, 5}, {2}, {0, 3}, {1, 3}, {4}, nil, {2}}
	if !slices.EqualFunc(lacks, want, slices.Equal) {
		t.Errorf("%v, want %v", lacks, want)
	}
	for place, i := range g.rows {
		for at, j := range g.columns {
			if g.missing(place, at) != math.IsNaN(x.At(i, j)) {
				t.Errorf("cell %d, %d", i, j)
			}
		}
	}
	words := strings.Join(p.Words(), " ")
	if want :=
		`8 of 24 cells are missing (33 %), in 5 of 6 rows and 3 of 4 columns. Most are missing in column "c3" (67 %) and in row "r2" (50 %). There are 3 patterns of gaps; the commonest, of 2 rows, is to lack "c2", "c3".`; words !=
		want {
		t.Errorf("%s, want\n%s", words, want)
	}
	full := PatternOf(mat.NewDense(2, 2, nil).At, names("r", 2), names("c", 2))
	if got := full.Words(); len(got) != 1 || got[0] != "No cell of 2 rows × 2 columns is missing." {
		t.Errorf("%q", got)
	}
}

// Some is never nothing, and nearly all is never all.
func TestPercent(t *testing.T) {
	for _, c := range []struct {
		k, n int
		want string
	}{{0, 10, "0.0 %"}, {1, 10_000, "less than 0.1 %"}, {3, 1000, "0.3 %"}, {994, 1000, "99 %"},
		{995, 1000, "more than 99 %"}, {999, 1000, "more than 99 %"}, {1000, 1000, "100 %"}} {
		if got := percent(c.k, c.n); got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.k, c.n, got, c.want)
		}
	}
}

// Hit finds in each cell the row and column that are drawn there, in both orders and zoomed.
func TestHit(t *testing.T) {
	p := some(9, 7, 0.5)
	for _, f := range []Gaps{figure(p), byPattern(figure(p)),
		figure(p).WithWindow(plotting.Window{X0: 0.2, X1: 0.7, Y0: 0.3, Y1: 1}).(Gaps)} {
		size := vg.Point{X: 600, Y: 400}
		s := f.layout(size)
		m := plottingtest.Rendered(f, 600, 400)
		there, _, all := inks(f.Style)
		r0, r1, c0, c1 := s.places()
		found := 0
		for r := r0; r < r1; r++ {
			for c := c0; c < c1; c++ {
				at := vg.Point{X: (s.x(float64(c)) + s.x(float64(c+1))) / 2, Y: (s.y(float64(r)) + s.y(float64(r+1))) / 2}
				if at.X < s.cells.Min.X+1 || at.X > s.cells.Max.X-1 || at.Y < s.cells.Min.Y+1 || at.Y > s.cells.Max.Y-1 {
					continue
				}
				mark, ok := s.Hit(at)
				if !ok || mark.Row != s.grid.row(r) || mark.Column != s.grid.column(c) {
					t.Fatalf("at %d, %d: %+v", r, c, mark)
				}
				want, state := there, "present"
				if s.grid.missing(r, c) {
					want, state = all, "missing"
				}
				if got := m.RGBAAt(int(at.X), 400-1-int(at.Y)); got != (color.RGBA{want.R, want.G, want.B, 255}) ||
					mark.Lines[0][1] != state {
					t.Fatalf("cell %d, %d is drawn %v and called %s", r, c, got, mark.Lines[0][1])
				}
				found++
			}
		}
		if found < 20 {
			t.Errorf("%d cells", found)
		}
		if mark, ok := s.Hit(vg.Point{X: s.right.Min.X + 1, Y: (s.y(4) + s.y(5)) / 2}); !ok || mark.Kind != "leaf" ||
			mark.Row != s.grid.row(4) {
			t.Errorf("bar of a row: %+v", mark)
		}
		if mark, ok := s.Hit(vg.Point{X: (s.x(3) + s.x(4)) / 2, Y: s.above.Min.Y + 1}); !ok || mark.Kind != "column" ||
			mark.Column != s.grid.column(3) {
			t.Errorf("bar of a column: %+v", mark)
		}
	}
}

// One missing cell among many is seen.
func TestOneCellIsSeen(t *testing.T) {
	x := mat.NewDense(2000, 1500, nil)
	x.Set(1234, 567, math.NaN())
	f := figure(PatternOf(x.At, names("r", 2000), names("c", 1500)))
	f.Title = ""
	s := f.layout(vg.Point{X: 500, Y: 400})
	m := plottingtest.Rendered(f, 500, 400)
	there, _, _ := inks(f.Style)
	dark := 0
	for y := int(400 - s.cells.Max.Y + 1); y < int(400-s.cells.Min.Y-1); y++ {
		for x := int(s.cells.Min.X + 1); x < int(s.cells.Max.X-1); x++ {
			if m.RGBAAt(x, y) != (color.RGBA{there.R, there.G, there.B, 255}) {
				dark++
			}
		}
	}
	if dark < 1 || dark > 4 {
		t.Errorf("%d pixels are dark", dark)
	}
}

func TestEverySize(t *testing.T) {
	for _, p := range []*Pattern{some(1, 1, 1), some(3, 500, 0.1), some(3000, 5, 0.1),
		PatternOf(mat.NewDense(1, 2, nil).At, names("r", 1), names("c", 2))} {
		for _, w := range []vg.Length{1, 60, 200, 900} {
			for _, h := range []vg.Length{1, 60, 200, 700} {
				s := figure(p).Layout(vg.Point{X: w, Y: h})
				s.Draw(plottingtest.NewInkRecorder(vg.Point{X: w, Y: h}))
				s.Hit(vg.Point{X: w / 2, Y: h / 2})
			}
		}
	}
	figure(nil).Layout(vg.Point{X: 300, Y: 200})
}

func BenchmarkLayout(b *testing.B) {
	p := some(2000, 12557, 0.05)
	f := byPattern(figure(p))
	p.Groups()
	for b.Loop() {
		plottingtest.Rendered(f, 800, 600)
	}
}
