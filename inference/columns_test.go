package inference

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestEachColumn: columns come in order with the cells of the rows, from matrices of every form.
func TestEachColumn(t *testing.T) {
	const n, d = 7, 37
	x := mat.NewDense(n, d, nil)
	narrow := NewGridBuilder(d, n, 0)
	for i := range n {
		for j := range d {
			x.Set(i, j, float64(100*i+j))
		}
		narrow.Append(x.RawRowView(i))
	}
	rows := []int{5, 0, 3}
	for name, m := range map[string]mat.Matrix{"dense": x, "narrow": narrow.Matrix(UpTo(d), nil),
		"turned twice": mat.DenseCopyOf(x.T()).T()} {
		next := 0
		EachColumn(m, rows, func(j int, cells []float64) {
			want := []float64{float64(500 + next), float64(next), float64(300 + next)}
			if j != next || !slices.Equal(cells, want) {
				t.Errorf("%s: column %d is %v", name, j, cells)
			}
			next++
		})
		if next != d {
			t.Errorf("%s: %d columns", name, next)
		}
	}
	EachColumn(NoNumbers(3), rows, func(int, []float64) { t.Error("a column of no numbers") })
}
