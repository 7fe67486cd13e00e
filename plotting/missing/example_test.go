package missing_test

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/missing"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
)

// The weight of two of three birds is missing.
func ExampleGaps() {
	x := mat.NewDense(3, 2, []float64{12, math.NaN(), 14, 31, 9, math.NaN()})
	birds := missing.PatternOf(x.At, []string{"wren", "jay", "tit"}, []string{"wing", "weight"})
	f := missing.Gaps{Title: "Birds", Pattern: birds, Style: plotting.Light}
	plottingtest.PrintSheet(f, "patterns", 2)
	// Output:
	// columns missing,rows,first row,which columns
	// 1,2,wren,weight
	// 0,1,jay,
}
