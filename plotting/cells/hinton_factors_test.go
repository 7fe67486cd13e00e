package cells

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

func factorHinton(s *factors.Summary, order ItemOrder, most int) Hinton {
	items := FactorItems(s, order, most)
	h := Hinton{Title: "NSFA of tissue_expression: loadings", Subtitle: "mean of 200 draws of 2 chains",
		Value: "mean loading", Rows: plottingtest.ItemNames(items), Items: items, Style: plotting.Light, Window: plotting.All}
	if len(items) > 0 {
		h.Blocks = []HintonBlock{FactorBlock(s, items)}
	}
	return h
}

func TestFactorItems(t *testing.T) {
	s := plottingtest.SomeFactors(40, 10, 4)
	unit := factors.UnitLoadings(s.Factors)
	all := FactorItems(s, InFile, 0)
	if len(all) != 40 || !slices.IsSorted(all) {
		t.Errorf("in file order %v", all)
	}
	led := FactorItems(s, InFile, 8)
	if len(led) != 8 || !slices.IsSorted(led) {
		t.Fatalf("leading %v", led)
	}
	for j := range 4 {
		best := 0
		for i := range 40 {
			if !(math.Abs(unit.At(i, j)) <= math.Abs(unit.At(best, j))) {
				best = i
			}
		}
		if !slices.Contains(led, best) {
			t.Errorf("%v lacks %d, which leads factor %d", led, best, j)
		}
	}
	for _, order := range []ItemOrder{ByFactor, ByCluster} {
		list := FactorItems(s, order, 0)
		if slices.IsSorted(list) {
			t.Errorf("%s does nothing", order)
		}
		slices.Sort(list)
		if !slices.Equal(list, all) {
			t.Errorf("%s has %v", order, list)
		}
	}
	last := -1
	for _, i := range FactorItems(s, ByFactor, 0) {
		first := 0
		for j := range 4 {
			if !(math.Abs(unit.At(i, j)) <= math.Abs(unit.At(i, first))) {
				first = j
			}
		}
		if unit.At(i, first) != 0 && first < last {
			t.Errorf("item %d of factor %d comes after factor %d", i, first, last)
		}
		last = max(last, first)
	}
	if FactorItems(nil, ByFactor, 9) != nil {
		t.Error("items of nothing")
	}
}

// Heads and their bars stay where they are when the rows move; cells tell of their item.
func TestFactorHinton(t *testing.T) {
	f := factorHinton(plottingtest.SomeFactors(60, 20, 8), ByFactor, 0)
	f.Blocks[0].Columns[2].Selected, f.SelectedRows = true, []int{4}
	s := f.Layout(vg.Point{X: 900, Y: 640}).(*hintonScene)
	head := vg.Point{X: s.rect(0, 0, 1, 2, 3).Min.X + 4, Y: s.area.Max.Y + 5}
	if m, ok := s.Hit(head); !ok || m.Kind != "head" || m.Node != 2 || m.Title != "factor 3" {
		t.Errorf("the head of factor 3 is %+v", m)
	}
	scrolled := f.WithWindow(plotting.Window{X0: 0, X1: 1, Y0: 0.5, Y1: 0.75}).
		Layout(vg.Point{X: 900, Y: 640}).(*hintonScene)
	if m, ok := scrolled.Hit(head); !ok || m.Node != 2 {
		t.Errorf("when scrolled it is %+v", m)
	}
	r := scrolled.rect(0, 33, 34, 5, 6)
	m, ok := scrolled.Hit(vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2})
	if !ok || m.Kind != "cell" || m.Column != f.Items[33] || m.Node != 5 || m.Title != f.Rows[33] {
		t.Errorf("a cell is %+v", m)
	}
	text := fmt.Sprint(m.Lines)
	for _, w := range []string{"factor 6", "90 % of draws", "probability", "variance explained", "in draws"} {
		if !strings.Contains(text, w) {
			t.Errorf("%s lacks %q", text, w)
		}
	}
	sheet := f.Sheets()[0]
	if strings.Join(sheet.Header, ",") != "block,column,on,row,value,probability,low,high" {
		t.Errorf("header %v", sheet.Header)
	}
	lines := 0
	for range sheet.Rows {
		lines++
	}
	if lines != 60*8 {
		t.Errorf("%d lines", lines)
	}
}

func TestFactorHintonPictures(t *testing.T) {
	dark := factorHinton(plottingtest.SomeFactors(50, 20, 12), ByFactor, 0)
	dark.Style = plotting.Dark
	dark.Blocks[0].Columns[2].Selected, dark.SelectedRows = true, []int{4}
	long := factorHinton(plottingtest.SomeFactors(12, 20, 3), ByFactor, 0)
	long.Rows[3] = strings.Repeat("a very long name of a gene ", 4)
	for name, f := range map[string]plotting.Figure{
		"light": factorHinton(plottingtest.SomeFactors(50, 20, 12), ByFactor, 0), "dark": dark, "long": long,
		"one":       factorHinton(plottingtest.SomeFactors(30, 20, 1), ByCluster, 0),
		"none":      factorHinton(plottingtest.SomeFactors(30, 20, 0), ByFactor, 0),
		"sixty":     factorHinton(plottingtest.SomeFactors(300, 20, 60), ByFactor, 60),
		"thousands": factorHinton(plottingtest.SomeFactors(3000, 20, 12), ByFactor, 0),
		"scrolled": factorHinton(plottingtest.SomeFactors(3000, 20, 12), ByFactor, 0).
			WithWindow(plotting.Window{X0: 0, X1: 1, Y0: 0.1, Y1: 0.12}),
	} {
		for _, size := range [][2]int{{900, 640}, {420, 300}, {120, 90}, {12, 8}} {
			plottingtest.Picture(t, fmt.Sprintf("factors_%s_%dx%d", name, size[0], size[1]), f, size[0], size[1], 1)
		}
	}
}

func BenchmarkFactorHinton(b *testing.B) {
	f := factorHinton(plottingtest.SomeFactors(12557, 171, 12), ByFactor, 0)
	for _, w := range []plotting.Window{{X0: 0, X1: 1, Y0: 0.1, Y1: 0.105}, plotting.All} {
		g := f.WithWindow(w)
		b.Run(fmt.Sprintf("%.3f shown", w.Y1-w.Y0), func(b *testing.B) {
			for b.Loop() {
				g.Layout(vg.Point{X: 900, Y: 640})
			}
		})
	}
}
