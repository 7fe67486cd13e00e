package cells

import (
	"math"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
)

func TestGoldenCells(t *testing.T) {
	row := func(i int, name string, score float64) TableRow {
		return TableRow{Index: i,
			Cells: []TableCell{{Text: name, Value: math.NaN()}, {Text: plotting.FormatDigits(score, 2), Value: score}}}
	}
	pictures := Templates{Title: "Means", Width: 3, Height: 2, Names: []string{"a", "b", "c", "d", "e", "f"},
		Style: plotting.Light, Window: plotting.All,
		Blocks: []TemplateBlock{
			{Name: "cluster 1", Size: 7, Pictures: []TemplatePicture{{Name: "mean", Values: []float64{0, 1, 2, 3, 4, 5}}}},
			{Name: "cluster 2", Size: 3, Pictures: []TemplatePicture{{Name: "mean", Values: []float64{5, 0, 5, 0, 5, 0}}}},
		}}
	pictures.SetScales()
	for name, f := range map[string]plotting.Figure{
		"hinton": hintonFigure(6, 3, 2, true), "hinton_signs": signed(hintonFigure(6, 3, 2, true)),
		"table": Table{Title: "Held-out fit", Style: plotting.Light, Window: plotting.All, Sort: 1, Descending: true,
			Columns: []TableColumn{{Head: "model", Name: "model", Text: true}, {Head: "log density", Name: "log_density"}},
			Rows:    []TableRow{row(0, "gaussian", -2.4), row(1, "dpmm", -1.2), row(2, "kde", -1.9)}},
		"templates": pictures,
	} {
		plottingtest.GoldenPicture(t, name, f, 560, 320)
	}
}

func signed(h Hinton) Hinton { h.Signs = true; return h }
