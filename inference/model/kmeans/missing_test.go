package kmeans

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"

	"gonum.org/v1/gonum/mat"
)

// With one cluster the centre is the mean of the cells there are, and the noise the mean of the squares about it.
func TestOneClusterOfMissingCells(t *testing.T) {
	nan := math.NaN()
	x := mat.NewDense(3, 2, []float64{1, nan, 3, 4, 5, 8})
	data := &inference.Dataset{Name: "test", X: x, Rows: []string{"a", "b", "c"}, Columns: []string{"u", "v"}}
	if y := rowsOf(data.X).Y; y[1] != 6 || y[0] != 1 || y[5] != 8 {
		t.Errorf("the rows are %v; a missing cell holds the mean of its column", y)
	}
	s, _ := fitted(t, data, "1", 5)
	m := mixture.Of(s)
	// Squares: 4 + 0 + 4 in the first column, 4 + 4 in the second; five cells.
	if c := m.Components[0]; c.Mean[0] != 3 || c.Mean[1] != 6 || !(math.Abs(m.Noise[0]-16./5) <= 1e-12) {
		t.Errorf("centre %v, noise %v", c.Mean, m.Noise)
	}
	if got := m.Components[0].Score; !(math.Abs(got+16./3) <= 1e-12) { // less the mean square of a row
		t.Errorf("score %v, want %v", got, -16./3)
	}
	one := mat.NewDense(2, 2, []float64{1, nan, 3, 4})
	if y := rowsOf((&inference.Dataset{X: one}).X).Y; y[1] != 4 {
		t.Errorf("a missing cell holds %v, the one cell of its column is 4", y[1])
	}
	x.Set(0, 0, math.Inf(1))
	if _, err := (Model{}).Check(data, settings(t, "1")); err == nil || !strings.Contains(err.Error(), `row "a"`) {
		t.Errorf("an infinite number in the first row: %v", err)
	}
}
