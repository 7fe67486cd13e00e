package beside

import (
	"image/color"
	"math"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// Values stand in the middle of their cells, inside them, dark on pale ones and white on dark ones; missing cells have
// none, and where cells are too small there is none at all.
func TestNumbersInCells(t *testing.T) {
	d := plottingtest.DatasetOf(mat.NewDense(2, 3, []float64{-2, 0, 2, 1.234567, math.NaN(), -1}))
	h := NewHeat(d, HeatOptions{})
	cells := func(width, height vg.Length) (list []NumberedCell) {
		for i := range 2 {
			for j := range 3 {
				at := vg.Point{X: vg.Length(j) * width, Y: vg.Length(1-i) * height}
				list = append(list, NumberedCell{i, j, vg.Rectangle{Min: at, Max: vg.Point{X: at.X + width, Y: at.Y + height}}})
			}
		}
		return list
	}
	var list ink.List
	h.Numbers(&list, plotting.Light, cells(40, 14))
	want := map[string]int{"−2": 0, "0": 1, "2": 2, "1.23": 3, "−1": 5}
	if len(list.Items) != len(want) {
		t.Fatalf("%d numbers, not %d", len(list.Items), len(want))
	}
	boxes := cells(40, 14)
	for _, item := range list.Items {
		text := item.(ink.Text)
		k, ok := want[text.Text]
		if !ok {
			t.Fatalf("a cell has %q", text.Text)
		}
		for _, p := range text.Corners() {
			if !ink.Contains(boxes[k].Box, p) {
				t.Errorf("%q leaves its cell", text.Text)
			}
		}
		scale := h.Scale
		scale.Map = scale.Map.In(plotting.Light)
		ground := scale.At(h.X.At(boxes[k].Row, boxes[k].Column))
		if c := plottingtest.ContrastRatio(text.Colour, color.NRGBA(ground)); c < 4 {
			t.Errorf("%q stands out by %.1f alone", text.Text, c)
		}
	}
	for _, size := range [][2]vg.Length{{40, 4}, {8, 14}} {
		var none ink.List
		if h.Numbers(&none, plotting.Light, cells(size[0], size[1])); len(none.Items) > 0 {
			t.Errorf("cells of %v have %d numbers", size, len(none.Items))
		}
	}
}
