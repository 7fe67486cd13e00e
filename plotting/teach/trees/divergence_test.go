package trees

import (
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/plotting/teach/stage/stagetest"
)

// Branch points of two and three leaves: exponential waiting times at the rates c and 3c/2 of −log(1 − t), one after
// the other.
func TestExpectedBranchPointsOfFewLeaves(t *testing.T) {
	for _, c := range []float64{0.3, 1, 4} {
		for _, at := range []float64{0.1, 0.5, 0.9} {
			two := 1 - math.Pow(1-at, c)
			inferencetest.Near(t, "of two leaves", expectedPoints(2, c, at), two, 1e-5)
			first := 1 - math.Pow(1-at, 1.5*c)
			second := 1 - (1.5*math.Pow(1-at, c)-math.Pow(1-at, 1.5*c))/0.5
			inferencetest.Near(t, "of three leaves", expectedPoints(3, c, at), first+second, 1e-5)
		}
	}
}

// What the counters expect comes from sums written out: over leaves for the first branch point, over pairs for the
// rest.
func TestDivergenceExpects(t *testing.T) {
	d := stagetest.Played[divergence](t, Divergence(), 2, "c", "2", "leaves", "4")
	list := d.counters()
	power := 2 * (1 + 1.0/2 + 1.0/3)
	mean, square := 0.0, 0.0 // of the time whose distribution function is 1 − (1 − t)^power
	const cells = 200000
	for k := range cells {
		u := (float64(k) + 0.5) / cells
		at := 1 - math.Pow(u, 1/power)
		mean, square = mean+at/cells, square+at*at/cells
	}
	inferencetest.Near(t, "first branch point", list[0].Expected, mean, 1e-5)
	inferencetest.Near(t, "its spread", list[0].Spread, math.Sqrt((square-mean*mean)/forest), 1e-5)
	inferencetest.Near(t, "pairs apart", list[1].Expected, 0.75, 1e-12)
}
