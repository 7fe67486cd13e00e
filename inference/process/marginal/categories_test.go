package marginal

import (
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// Columns of few whole numbers are categories as they are, others are cut.
func TestCategories(t *testing.T) {
	x := mat.NewDense(6, 3, []float64{1, 0.1, 7, 3, 0.2, 7, 3, 0.3, 7, 1, 0.4, 7, 5, 0.5, 7, 1, 0.6, 7})
	data := inferencetest.DatasetOf(x)
	codes, levels := Categories(data, 3)
	want := [][]int32{{0, 1, 1, 0, 2, 0}, {0, 0, 1, 1, 2, 2}, {0, 0, 0, 0, 0, 0}}
	for j := range want {
		for i := range want[j] {
			if codes[j][i] != want[j][i] {
				t.Errorf("column %d: %v", j, codes[j])
				break
			}
		}
	}
	if levels[0] != 3 || levels[1] != 3 || levels[2] != 1 || Cut(data) != 1 {
		t.Errorf("levels %v, cut %d", levels, Cut(data))
	}
}

// A column with one level is a column.
func TestOneLevel(t *testing.T) {
	defer func() {
		if p := recover(); p != nil {
			t.Error(p)
		}
	}()
	NewDiscrete([][]int32{{0, 0, 0}, {0, 1, 0}}, []int{1, 2}, 1)
}
