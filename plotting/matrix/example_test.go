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

// Four rows in two views of a column each: the second view has the rows in another order.
func ExampleViews() {
	data := plottingtest.DatasetOf(mat.NewDense(4, 2, []float64{1, 5, 1, 6, 2, 5, 2, 6}))
	v := matrix.Views{Title: "Two views", Heat: beside.NewHeat(data, beside.HeatOptions{}), Rows: data.Rows,
		List: []matrix.View{{Name: "view 1", Columns: 1, Order: []int{0, 1, 2, 3}, Gaps: []int{2}},
			{Name: "view 2", Columns: 1, Order: []int{0, 2, 1, 3}, Gaps: []int{2}}},
		Style: plotting.Light, Window: plotting.All}
	scene := v.Layout(plottingtest.At(400, 300))
	mark, _ := scene.Hit(plottingtest.At(scene.PlotArea().Max.X-2, scene.PlotArea().Max.Y-2))
	next, _ := scene.(plotting.Stepped).Step(mark, 0, 1)
	fmt.Println(mark.Row, mark.Column, next.Row)
	// Output:
	// 0 1 2
}
