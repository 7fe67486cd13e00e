package silhouette_test

import (
	"math"
	"testing"

	"example.org/espalier/inference/stat/silhouette"

	"gonum.org/v1/gonum/mat"
)

// On a line the widths follow by hand: of 0, 1 in one group and 4, 6 in another, the first lies 1 from its own and 5
// from the other on average.
func TestWidthsByHand(t *testing.T) {
	x := mat.NewDense(6, 1, []float64{0, 1, 4, 6, 20, 3})
	got := silhouette.Widths([]int{0, 0, 1, 1, 2, -1}, silhouette.Between(x))
	want := []float64{(5. - 1) / 5, (4. - 1) / 4, (3.5 - 2) / 3.5, (5.5 - 2) / 5.5, 0, math.NaN()}
	for i := range want {
		if math.IsNaN(want[i]) != math.IsNaN(got[i]) || !math.IsNaN(want[i]) && !(math.Abs(got[i]-want[i]) <= 1e-12) {
			t.Errorf("row %d: %v, not %v", i, got[i], want[i])
		}
	}
}

// Missing cells leave a distance as it would be if the other columns went on alike; one group has no widths.
func TestWidthsOfGapsAndOneGroup(t *testing.T) {
	nan := math.NaN()
	whole := mat.NewDense(4, 2, []float64{0, 0, 1, 1, 5, 5, 7, 7})
	gaps := mat.NewDense(4, 2, []float64{0, 0, 1, nan, 5, 5, nan, 7})
	two := []int{0, 0, 1, 1}
	a, b := silhouette.Widths(two, silhouette.Between(whole)), silhouette.Widths(two, silhouette.Between(gaps))
	for i := range a {
		if i != 1 && !(math.Abs(a[i]-b[i]) < 0.05) {
			t.Errorf("row %d: %v with gaps, %v without", i, b[i], a[i])
		}
	}
	for i, w := range silhouette.Widths([]int{0, 0, 0, 0}, silhouette.Between(whole)) {
		if !math.IsNaN(w) {
			t.Errorf("row %d of one group has the width %v", i, w)
		}
	}
}
