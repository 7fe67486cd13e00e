package matrix

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// sharedTimes is the figure of the shared times of a posterior over n leaves.
func sharedTimes(n int) Matrix {
	set := plottingtest.Posterior(n, 20, 2, 4)
	x, _ := set.SharedTimes(0)
	p := beside.Prepare(set.MaximumCladeCredibility())
	order := make([]int, n)
	for i, r := range p.Order() {
		order[i] = int(r)
	}
	return Matrix{
		Title: "Shared time", Subtitle: "posterior mean of the time at which each pair of leaves parts, from 20 draws",
		Heat: &beside.Heat{X: x, Columns: set.Names(), Order: order,
			Scale: ink.Scale{Map: ink.Viridis, Low: 0, High: 1}, Title: "shared time"},
		Rows: set.Names(), Order: order, Symmetric: true, Tree: p, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light,
	}
}

func matrixCases() map[string]Matrix {
	all := map[string]Matrix{"matrix-40": sharedTimes(40), "matrix-3": sharedTimes(3), "matrix-500": sharedTimes(500)}
	groups, _ := all["matrix-40"].Tree.Tree().CutInto(4)
	selected := all["matrix-40"]
	selected.Groups, selected.Style = beside.CategoryGroups(groups), plotting.Dark
	selected.Selection.Rows = groups[2]
	all["matrix-selected"] = selected
	zoomed := all["matrix-500"]
	zoomed.Window = plotting.Window{X0: 0.2, X1: 0.3, Y0: 0.25, Y1: 0.35}
	all["matrix-zoomed"] = zoomed
	rng := rand.New(rand.NewPCG(1, 1))
	x := mat.NewDense(30, 6, nil)
	d := &inference.Dataset{X: x}
	for i := range 30 {
		d.Rows = append(d.Rows, fmt.Sprintf("gene with a long name %d", i))
		for j := range 6 {
			x.Set(i, j, rng.NormFloat64()*float64(rng.IntN(2)))
		}
	}
	x.Set(3, 2, math.NaN())
	for j := range 6 {
		d.Columns = append(d.Columns, fmt.Sprintf("feature %d", j+1))
	}
	heat := beside.NewHeat(d, beside.HeatOptions{})
	heat.Value = nil // there are no input units
	all["matrix-features"] = Matrix{Title: "Loadings", Heat: heat, Rows: d.Rows, Selection: plotting.Selection{Node: -1,
		Columns: []int{4}, Rows: []int{5}}, Window: plotting.All, Style: plotting.Light}
	gaps := all["matrix-features"]
	gaps.RowGaps, gaps.ColumnGaps, gaps.Selection = []int{4, 17}, []int{2, 3}, plotting.NoSelection
	gaps.Caption, gaps.Panels = "cells", []Panel{{Caption: "again", Heat: heat}}
	all["matrix-gaps"] = gaps
	all["matrix-empty"] = Matrix{Title: "Shared time", Empty: "The matrix comes with the first draws.",
		Window: plotting.All, Style: plotting.Light}
	return all
}

// cellCentre is where the middle of a cell is drawn, by its places.
func (s *matrixScene) cellCentre(row, column int) vg.Point {
	return vg.Point{X: s.x(float64(column) + 0.5), Y: s.y(float64(row) + 0.5)}
}

func TestMatrixHit(t *testing.T) {
	for name, m := range matrixCases() {
		for _, size := range []vg.Point{{X: 900, Y: 700}, {X: 320, Y: 400}, {X: 30, Y: 20}} {
			s := m.layout(size)
			if !s.shown() {
				if _, hit := s.Hit(vg.Point{X: size.X / 2, Y: size.Y / 2}); hit {
					t.Errorf("%s: a hit where nothing is shown", name)
				}
				continue
			}
			for row := int(math.Ceil(s.r0)); float64(row+1) <= s.r1; row += 1 + s.rows()/7 {
				for column := int(math.Ceil(s.c0)); float64(column+1) <= s.c1; column += 1 + len(s.Heat.Order)/7 {
					k, hit := s.Hit(s.cellCentre(row, column))
					if !hit || k.Kind != "cell" || k.Row != s.row(row) || k.Column != s.column(column) {
						t.Fatalf("%s: the cell %d, %d is %+v", name, row, column, k)
					}
					want := s.Heat.ValueText(s.row(row), s.column(column))
					if k.Lines[0][1] != want {
						t.Errorf("%s: the cell says %s, not %s", name, k.Lines[0][1], want)
					}
				}
				if p := (vg.Point{X: s.labels.Min.X + 3, Y: s.y(float64(row) + 0.5)}); ink.Within(p, s.labels) {
					if k, hit := s.Hit(p); !hit || k.Row != s.row(row) {
						t.Errorf("%s: the label of row %d is %+v", name, row, k)
					}
				}
			}
		}
	}
}

// TestMatrixColours reads the picture: every cell has the colour of its value.
func TestMatrixColours(t *testing.T) {
	for _, name := range []string{"matrix-40", "matrix-zoomed", "matrix-features"} {
		m := matrixCases()[name]
		m.Selection = plotting.NoSelection
		s := m.layout(vg.Point{X: 900, Y: 700})
		pic := image.NewRGBA(image.Rect(0, 0, 900, 700))
		s.Draw(raster.New(pic, 1))
		for row := int(math.Ceil(s.r0)); float64(row+1) <= s.r1; row++ {
			for column := int(math.Ceil(s.c0)); float64(column+1) <= s.c1; column++ {
				x := s.Heat.X.At(s.row(row), s.column(column))
				if math.IsNaN(x) {
					continue
				}
				p := s.cellCentre(row, column)
				got, want := pic.RGBAAt(int(p.X), 700-1-int(p.Y)), s.Heat.Scale.At(x)
				if d := math.Abs(float64(got.R)-float64(want.R)) + math.Abs(float64(got.G)-float64(want.G)); d > 8 {
					t.Fatalf("%s: cell %d, %d of %v is %v, not %v", name, row, column, x, got, want)
				}
			}
		}
	}
}

func TestMatrixSymmetricIsSquare(t *testing.T) {
	for _, size := range []vg.Point{{X: 900, Y: 500}, {X: 400, Y: 700}, {X: 1400, Y: 900}} {
		m := matrixCases()["matrix-selected"]
		a := m.layout(size).area
		if w, h := a.Max.X-a.Min.X, a.Max.Y-a.Min.Y; !(math.Abs(float64(w-h)) <= 1e-9) || w < 100 {
			t.Errorf("cells of %v by %v in %v", w, h, size)
		}
	}
}

func TestMatrixTreeMark(t *testing.T) {
	m := matrixCases()["matrix-40"]
	s := m.layout(vg.Point{X: 900, Y: 700})
	p := m.Tree
	for v := p.Tree().Leaves(); v < p.Tree().Nodes(); v++ {
		at := vg.Point{X: s.tree.Min.X + vg.Length(p.Time[v])*(s.tree.Max.X-s.tree.Min.X) - 0.01, Y: s.y(p.Placed(nil).Y[v])}
		if u := p.Tree().Parent[v]; u >= 0 && p.Time[v]-p.Time[u] < 0.01 {
			continue
		}
		// The row at that height need not be of the clade's own child; it is of the clade.
		if k, hit := s.Hit(at); !hit || k.Node != v {
			t.Errorf("clade %d is hit as %+v", v, k)
		}
	}
}

func TestMatrixNumbers(t *testing.T) {
	m := matrixCases()["matrix-features"]
	m.Order = []int{4, 3}
	sheets, err := plotting.Numbers(m)
	if err != nil || len(sheets) != 1 {
		t.Fatal(err)
	}
	var rows [][]string
	for r := range sheets[0].Rows {
		rows = append(rows, slices.Clone(r))
	}
	if len(rows) != 2 || rows[1][0] != "gene with a long name 3" || rows[1][3] != "" ||
		rows[0][1] != plotting.Cell(m.Heat.X.At(4, 0)) {
		t.Errorf("%v", rows)
	}
	if _, err := plotting.Numbers(matrixCases()["matrix-empty"]); err == nil {
		t.Error("an empty matrix has numbers")
	}
}

// TestMatrixOverlay draws the overlay of every mark there is.
func TestMatrixOverlay(t *testing.T) {
	for _, m := range matrixCases() {
		s := m.layout(vg.Point{X: 600, Y: 500})
		for x := vg.Length(5); x < 600; x += 7 {
			for y := vg.Length(5); y < 500; y += 7 {
				if k, hit := s.Hit(vg.Point{X: x, Y: y}); hit {
					s.DrawOverlay(raster.New(image.NewRGBA(image.Rect(0, 0, 10, 10)), 1), k)
				}
			}
		}
	}
}

func BenchmarkMatrixFrame(b *testing.B) {
	for _, n := range []int{500, 2000} {
		m := sharedTimes(n)
		m.Heat.Prepare()
		c := raster.New(image.NewRGBA(image.Rect(0, 0, 1200, 800)), 1)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			i := 0
			for b.Loop() {
				i++
				m.Window = plotting.Window{X0: 0.001 * float64(i%100), X1: 0.9, Y0: 0.001 * float64(i%100), Y1: 0.9}
				m.layout(vg.Point{X: 1200, Y: 800}).Draw(c)
			}
		})
	}
}

func TestMatrixGolden(t *testing.T) {
	cases := matrixCases()
	for _, c := range []struct {
		name, figure  string
		width, height int
	}{
		{"matrix-40", "matrix-40", 860, 600}, {"matrix-selected", "matrix-selected", 860, 600},
		{"matrix-zoomed", "matrix-zoomed", 860, 600},
		{"matrix-500", "matrix-500", 860, 600}, {"matrix-features", "matrix-features", 700, 600},
		{"matrix-small", "matrix-40", 320, 400},
		{"matrix-3", "matrix-3", 500, 300}, {"matrix-empty", "matrix-empty", 500, 300},
		{"matrix-gaps", "matrix-gaps", 760, 520},
	} {
		t.Run(c.name, func(t *testing.T) { plottingtest.GoldenPicture(t, c.name, cases[c.figure], c.width, c.height) })
	}
}

// Values are written into the cells in sight where a person wants that and they have room.
func TestValuesInCells(t *testing.T) {
	m := sharedTimes(40)
	texts := func() (n int) {
		out := plottingtest.NewInkRecorder(plottingtest.At(700, 600))
		m.Layout(plottingtest.At(700, 600)).Draw(out)
		return len(out.Texts)
	}
	m.Window = plotting.Window{X0: 0, X1: 0.25, Y0: 0, Y1: 0.25}
	before := texts()
	m.Style.Look.Numbers = true
	if got := texts() - before; got != 100 {
		t.Errorf("%d of 100 cells have their value", got)
	}
	m.Window = plotting.All
	whole := texts()
	m.Style.Look.Numbers = false
	if got := whole - texts(); got != 0 {
		t.Errorf("%d cells that are too small have their value", got)
	}
}
