package lineargaussian

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Two rows are enough, one is not; and what is made of zeros and ones is said.
func TestLeastRows(t *testing.T) {
	data := &inference.Dataset{Name: "two", X: mat.NewDense(2, 2, []float64{0, 1, 1, 1}), Rows: make([]string, 2),
		Columns: make([]string, 2), Kind: inference.Binary}
	notes, err := Model{}.Check(data, Model{}.Info().Defaults())
	if err != nil || !strings.Contains(strings.Join(notes, " "), "zeros and ones") {
		t.Errorf("%q, %v", notes, err)
	}
	data = &inference.Dataset{Name: "one", X: mat.NewDense(1, 2, []float64{0, 1}), Rows: make([]string, 1),
		Columns: make([]string, 2)}
	if _, err := (Model{}).Check(data, Model{}.Info().Defaults()); err == nil {
		t.Error("one row is enough")
	}
}

// A variance that is given is taken as it is; one of 0 is a share of the variance of the table.
func TestVariancesOfTheForm(t *testing.T) {
	s := Model{}.Info().Defaults()
	if err := s.Set("noise", "0.3"); err != nil {
		t.Fatal(err)
	}
	if err := s.Set("feature_variance", "0"); err != nil {
		t.Fatal(err)
	}
	if h := hyperOf(s, 4); h.noise != 0.3 || h.variance != 4*autoVariance {
		t.Errorf("noise %v, want 0.3; variance %v, want %v", h.noise, h.variance, 4*autoVariance)
	}
}

// The moments of a table with gaps, by hand: means of the columns that have cells, and the mean of their variances, or
// of their squares where the base is no mean.
func TestMoments(t *testing.T) {
	gap := math.NaN()
	x := mat.NewDense(3, 3, []float64{1, 4, gap, 3, gap, gap, 8, 6, gap})
	mean, spread := moments(x, true)
	if mean[0] != 4 || mean[1] != 5 || mean[2] != 0 || !(math.Abs(spread-(26.0/3+1)/2) <= 1e-12) {
		t.Errorf("means %v, spread %v", mean, spread)
	}
	mean, spread = moments(x, false)
	if mean[0] != 0 || mean[1] != 0 || !(math.Abs(spread-(74.0/3+26)/2) <= 1e-12) {
		t.Errorf("not centred: means %v, spread %v", mean, spread)
	}
	if _, spread := moments(mat.NewDense(2, 1, []float64{gap, gap}), true); spread != 0 {
		t.Errorf("without cells the spread is %v", spread)
	}
}
