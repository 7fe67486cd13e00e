package chart

import (
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
)

func TestGoldenCharts(t *testing.T) {
	for name, f := range map[string]plotting.Figure{
		"boxes":   someBoxes(40, 3, 2, false),
		"ranking": someRanking(12, 3),
		"panels": &Panels{Title: "Two", Style: plotting.Light, Parts: []Panel{
			{Name: "a", Figure: testChart(), Box: plotting.Window{X0: 0, X1: 1, Y0: 0, Y1: 0.5}, Column: 1},
			{Name: "b", Figure: testChart(), Box: plotting.Window{X0: 0, X1: 1, Y0: 0.5, Y1: 1}, Column: 1},
		}},
	} {
		plottingtest.GoldenPicture(t, name, f, 620, 480)
	}
}
