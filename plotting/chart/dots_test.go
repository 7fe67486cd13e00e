package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

func someDots(n int) Dots {
	d := Dots{Title: "Results of iris",
		Subtitle: "held-out log density, with the 95 % interval of the difference to the first",
		Axis:     "log density, nats per hidden row", Line: -1.2, Style: plotting.Light, Window: plotting.All}
	for i := range n {
		behind, wide := 0.15*float64(i), 0.1+0.05*float64(i%3)
		r := Dot{Index: i + 10, Name: fmt.Sprintf("model %d", i+1), Value: -1.2 - behind, Low: -1.2 - behind - wide,
			High: -1.2 - behind + wide, Strong: behind > wide, Note: fmt.Sprintf("%.2f ± %.2f behind", behind, wide/2)}
		if i == 0 {
			r.Low, r.High, r.Note = math.NaN(), math.NaN(), "leads"
		}
		d.Rows = append(d.Rows, r)
	}
	return d
}

func TestDots(t *testing.T) {
	d := someDots(6)
	d.Rows = append(d.Rows, Dot{Index: 3, Name: "ruled out", Value: math.Inf(-1), Low: math.NaN(), High: math.NaN()})
	s := d.Layout(vg.Point{X: 800, Y: 400}).(*dotsScene)
	for i, r := range d.Rows {
		m, ok := s.Hit(vg.Point{X: s.area.Min.X + 3, Y: s.y(float64(i) + 0.5)})
		if !ok || m.Index != r.Index || m.Title != r.Name {
			t.Errorf("row %d is %+v", i, m)
		}
		if x := m.Anchor.X; i < 6 && x != s.axis.At(r.Value) {
			t.Errorf("the dot of row %d is at %v", i, x)
		}
	}
	if _, ok := s.Hit(vg.Point{X: 3, Y: 3}); ok {
		t.Error("the margin is something")
	}
	lines := 0
	for cells := range d.Sheets()[0].Rows {
		if lines == 1 && strings.Join(cells, ",") != strings.Join([]string{"model 2", plotting.Cell(d.Rows[1].Value),
			plotting.Cell(d.Rows[1].Low), plotting.Cell(d.Rows[1].High)}, ",") {
			t.Errorf("%q", cells)
		}
		lines++
	}
	if lines != 7 {
		t.Errorf("%d lines", lines)
	}
}

func TestDotPictures(t *testing.T) {
	dark := someDots(6)
	dark.Style, dark.Selected = plotting.Dark, []int{11}
	long := someDots(5)
	long.Rows[1].Name = strings.Repeat("a model with many settings ", 5)
	long.Rows[2].Value, long.Rows[2].Low, long.Rows[2].High = math.Inf(-1), math.NaN(), math.NaN()
	many := someDots(80)
	for name, f := range map[string]plotting.Figure{"light": someDots(6), "dark": dark, "long": long, "many": many,
		"scrolled": many.WithWindow(many.RowsWindow(400, 18)), "none": someDots(0), "one": someDots(1)} {
		for _, size := range [][2]int{{800, 320}, {360, 220}, {100, 80}, {12, 8}} {
			plottingtest.Picture(t, fmt.Sprintf("dots_%s_%dx%d", name, size[0], size[1]), f, size[0], size[1], 1)
		}
	}
}

func TestDotsGolden(t *testing.T) {
	dark := someDots(6)
	dark.Style, dark.Selected = plotting.Dark, []int{11}
	plottingtest.GoldenPicture(t, "dots", someDots(6), 720, 300)
	plottingtest.GoldenPicture(t, "dots-dark", dark, 720, 300)
}

// Two models beside each other: the second is behind by a difference whose interval does not hold 0.
func ExampleDots() {
	d := Dots{Title: "Iris", Axis: "log density, nats per hidden row", Line: -1.2, Style: plotting.Light,
		Window: plotting.All, Rows: []Dot{
			{Name: "dpmm", Value: -1.2, Low: math.NaN(), High: math.NaN(), Note: "leads"},
			{Index: 1, Name: "gaussian", Value: -2.4, Low: -2.9, High: -1.9, Strong: true, Note: "1.2 ± 0.24 behind"},
		}}
	for row := range d.Sheets()[0].Rows {
		fmt.Println(strings.Join(row, ","))
	}
	// Output:
	// dpmm,-1.2,,
	// gaussian,-2.4,-2.9,-1.9
}
