package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

func someRanking(items, k int) Ranking {
	all := make([]int, items)
	for i := range all {
		all[i] = i
	}
	r := FactorRanking(plottingtest.SomeFactors(items, 10, k), 0, plottingtest.ItemNames(all))
	r.Title, r.Subtitle = "Factor 1 of tissue_expression",
		"in 98 % of 200 draws · explains 20 % of the variance (18 to 22 %)"
	return r
}

func TestRanking(t *testing.T) {
	r := someRanking(60, 4)
	s := r.Layout(vg.Point{X: 800, Y: 600}).(*rankingScene)
	for _, i := range []int{0, 7, len(r.Entries) - 1} {
		m, ok := s.Hit(vg.Point{X: s.area.Min.X + 3, Y: s.y(float64(i) + 0.5)})
		if !ok || m.Column != r.Entries[i].Item || m.Title != r.Names[i] || m.Index != i {
			t.Errorf("row %d is %+v", i, m)
		}
		if want := s.axis.At(r.Entries[i].Loading.Mean); m.Anchor.X != want {
			t.Errorf("the dot of row %d is at %v, not %v", i, m.Anchor.X, want)
		}
	}
	scrolled := r.WithWindow(plotting.Window{X0: 0, X1: 1, Y0: 0.5, Y1: 1}).
		Layout(vg.Point{X: 800, Y: 600}).(*rankingScene)
	if m, ok := scrolled.Hit(vg.Point{X: 300, Y: scrolled.area.Max.Y - 1}); !ok || m.Index != len(r.Entries)/2 {
		t.Errorf("when scrolled, the top row is %+v", m)
	}
	var lines [][]string
	for cells := range r.Sheets()[0].Rows {
		lines = append(lines, cells)
	}
	if len(lines) != len(r.Entries) || lines[2][0] != "3" || lines[2][1] != r.Names[2] ||
		lines[2][2] != plotting.Cell(r.Entries[2].Probability) {
		t.Errorf("lines %v", lines[:3])
	}
	if p := r.Places([]int{r.Entries[3].Item, -5}); len(p) != 1 || p[0] != 3 {
		t.Errorf("places %v", p)
	}
	if w := r.RowsWindow(100, 10); !(math.Abs(w.Y1-10/float64(len(r.Entries))) <= 1e-12) {
		t.Errorf("window %v", w)
	}
}

func TestRankingPictures(t *testing.T) {
	dark := someRanking(40, 3)
	dark.Style, dark.Selected = plotting.Dark, []int{3, 4}
	long := someRanking(9, 2)
	long.Names[1] = strings.Repeat("a very long name of a gene ", 4)
	estimate := someRanking(30, 2)
	estimate.Sure = true
	for i := range estimate.Entries {
		estimate.Entries[i].Loading.Low, estimate.Entries[i].Loading.High = math.NaN(), math.NaN()
	}
	for name, f := range map[string]plotting.Figure{"light": someRanking(40, 3), "dark": dark, "long": long, "estimate": estimate,
		"thousands": someRanking(5000, 3), "scrolled": someRanking(5000, 3).
				WithWindow(plotting.Window{X0: 0, X1: 1, Y0: 0, Y1: 0.02}), "none": Ranking{Style: plotting.Light},
		"one": Ranking{Style: plotting.Light, Names: []string{"gene"},
			Entries: []factors.Ranked{{Item: 3, Probability: 1}}}} {
		for _, size := range [][2]int{{760, 560}, {420, 300}, {120, 90}, {12, 8}} {
			plottingtest.Picture(t, fmt.Sprintf("ranking_%s_%dx%d", name, size[0], size[1]), f, size[0], size[1], 1)
		}
	}
}
