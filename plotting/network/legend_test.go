package network

import (
	"testing"

	"example.org/espalier/plotting/plottingtest"
)

// An entry of the legend stands for its nodes.
func TestLegendOfANetworkIsHit(t *testing.T) {
	f := some(20)
	plottingtest.CheckLegend(t, f.Layout(plottingtest.At(900, 700)), f.Strip.Annotation)
}
