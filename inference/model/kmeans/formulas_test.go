package kmeans

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

func TestSizes(t *testing.T) {
	inferencetest.Sizes(t, Model{},
		inferencetest.Size{Rows: 1, Columns: 1, Set: map[string]string{"k": "1"}},
		inferencetest.Size{Rows: 3, Columns: 2, Set: map[string]string{"k": "3"}},
		inferencetest.Size{Rows: 3, Columns: 2, Set: map[string]string{"k": "4"}, Error: "set k to 3"},
	)
}

// Two clusters by hand: weights, means, the mean square of a cell as the noise, scores, and what is explained; the
// larger cluster is the first.
func TestTwoClustersByHand(t *testing.T) {
	gap := math.NaN()
	x := mat.NewDense(5, 2, []float64{9, 1, 0, 0, 2, gap, 1, 3, 11, 5})
	s, _ := fitted(t, &inference.Dataset{X: x}, "2", 5)
	m, _ := inference.Of[*mixture.Mixture](s)
	// The first has rows 1 to 3 about (1, 1.5), with squares 1 + 2.25, 1 and 2.25, over the two cells of the second row
	// alone by one of two columns; the second rows 0 and 4 about (10, 3), each at 1 + 4.
	want := []mixture.Component{{ID: 0, Weight: 0.6, Size: 3, Mean: []float64{1, 1.5}},
		{ID: 1, Weight: 0.4, Size: 2, Mean: []float64{10, 3}, Score: -5}}
	for k, c := range m.Components {
		w := want[k]
		if c.ID != w.ID || c.Size != w.Size || !(math.Abs(c.Weight-w.Weight) <= 1e-12) ||
			!(math.Abs(c.Mean[0]-w.Mean[0]) <= 1e-12) || !(math.Abs(c.Mean[1]-w.Mean[1]) <= 1e-12) {
			t.Errorf("component %+v, want %+v", c, w)
		}
	}
	if got := m.Components[1].Score; !(math.Abs(got+5) <= 1e-12) {
		t.Errorf("the score of the second is %v, want −5", got)
	}
	total := -3*m.Components[0].Score + 10
	if sum := s.Scalars[0].Mean; !(math.Abs(sum-total) <= 1e-9) || !(math.Abs(m.Noise[0]-sum/9) <= 1e-12) ||
		m.Noise[1] != m.Noise[0] {
		t.Errorf("the sum is %v, the scores add up to %v, the noise is %v", sum, total, m.Noise)
	}
	for i, want := range []int{1, 0, 0, 0, 1} {
		if got := partition.LabelsOf(s)[i]; got != want || m.Responsibilities.At(i, want) != 1 ||
			m.Responsibilities.At(i, 1-want) != 0 {
			t.Errorf("row %d is in cluster %d, want %d", i, got, want)
		}
	}
}

// Complete rows keep no list of their cells; missing cells hold the mean of their column.
func TestRowsOf(t *testing.T) {
	gap := math.NaN()
	d := rowsOf((&inference.Dataset{X: mat.NewDense(3, 2, []float64{1, gap, 3, 4, gap, gap})}).X)
	if d.Seen[1] != nil || len(d.Seen[0]) != 1 || d.Seen[0][0] != 0 || d.Seen[2] == nil || len(d.Seen[2]) != 0 {
		t.Errorf("cells seen %v", d.Seen)
	}
	for i, want := range []float64{1, 4, 3, 4, 2, 4} {
		if d.Y[i] != want {
			t.Errorf("cells %v", d.Y)
		}
	}
}
