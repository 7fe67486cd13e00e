package matrix_test

import (
	"fmt"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
)

// Two rows of three columns, the columns in another order than in the data.
func ExampleMatrix() {
	data := plottingtest.DatasetOf(mat.NewDense(2, 3, []float64{1, 2, 3, -1, 0, 1}))
	heat := beside.NewHeat(data, beside.HeatOptions{})
	heat.Order = []int{2, 0, 1}
	m := matrix.Matrix{Title: "Two rows", Heat: heat, Rows: data.Rows, Style: plotting.Light, Window: plotting.All}
	plottingtest.PrintSheet(m, "matrix", 2)
	scene := m.Layout(plottingtest.At(300, 200))
	area := scene.PlotArea()
	mark, ok := scene.Hit(plottingtest.At(area.Min.X+2, area.Max.Y-2))
	fmt.Println(ok, mark.Row, mark.Column)
	// Output:
	// row,GENE3,GENE1,GENE2
	// row 1,3,1,2
	// row 2,1,-1,0
	// true 0 2
}
