package space_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/space"

	"gonum.org/v1/gonum/mat"
)

var length, width = ink.Measure{Name: "length, mm", Factor: 1}, ink.Measure{Name: "width, mm", Factor: 1}

// Two clusters of two rows, each with its ellipse.
func ExampleClusters() {
	names := []string{"a", "b", "c", "d"}
	f := &space.Clusters{Title: "Two clusters", Class: []int{0, 0, 1, 1}, Style: plotting.Light, Window: plotting.All,
		Points: space.NewPoints(names, []float64{0, 1, 4, 5}, []float64{0, 1, 0, 1},
			[]bool{true, true, true, true}, length, width),
		Ellipses: []space.Ellipse{{Name: "cluster 1", Size: 2, X: 0.5, Y: 0.5, XX: 1, YY: 1},
			{Name: "cluster 2", Size: 2, X: 4.5, Y: 0.5, XX: 1, YY: 1}}}
	plottingtest.PrintSheet(f, "rows", 3)
	// Output:
	// row,x,y,cluster
	// a,0,0,cluster 1
	// b,1,1,cluster 1
	// c,4,0,cluster 2
}

// threeRows is a tree with the diffusion of its rows along their two columns.
func threeRows(directions ...[]float64) (*beside.PreparedTree, *diffusion.Diffuser) {
	t, err := tree.ParseNewick([]byte("((lion:0.25,tiger:0.25):0.25,whale:0.5):0.5;"))
	if err != nil {
		panic(err)
	}
	x := mat.NewDense(3, 2, []float64{1, 0, 1, 1, -2, 0})
	return beside.Prepare(t), diffusion.New(t, x, nil, diffusion.Parameters{Sigma2: 1, C: 1}, directions...)
}

// The rows in the plane, where a new row would be likely.
func ExampleDensity() {
	p, d := threeRows([]float64{1, 0}, []float64{0, 1})
	places := space.NewPlaces(p, d, length, width)
	field, err := places.Field(context.Background(), plotting.All, 72)
	if err != nil {
		panic(err)
	}
	f := &space.Density{Places: places, Field: field, Title: "Density", Style: plotting.Light, Window: plotting.All,
		Selection: plotting.NoSelection}
	for _, s := range f.Sheets() {
		fmt.Println(s.Name, s.Header)
	}
	// Output:
	// locations [node parent name time mean_x mean_y standard_deviation_x standard_deviation_y x y]
	// density [x y log_density]
}

// The mean paths of the rows over time, along the first column.
func ExampleDiffusion() {
	p, d := threeRows([]float64{1, 0})
	f := &space.Diffusion{Paths: space.NewMeanPaths(p, d, length), Title: "Paths", ShowLabels: true, Style: plotting.Light,
		Window: plotting.All, Selection: plotting.NoSelection}
	for _, s := range f.Sheets() {
		fmt.Println(s.Name, s.Header)
	}
	// Output:
	// locations [node parent name time mean standard_deviation drawn observed]
	// paths [node time location]
}
