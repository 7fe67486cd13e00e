package dendro

import (
	"testing"

	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"
)

// An entry of the legend of two trees stands for its leaves.
func TestLegendOfTwoTreesIsHit(t *testing.T) {
	f := facing(40, 4, 3)
	f.Colour = &beside.Strip{Annotation: plottingtest.CladeLabels(f.Tangle.trees[0].Tree(), "tissue",
		[]string{"liver", "cortex", "kidney"}, plottingtest.TestRand(2))}
	plottingtest.CheckLegend(t, f.Layout(plottingtest.At(900, 700)), f.Colour.Annotation)
}
