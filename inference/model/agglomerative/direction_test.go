package agglomerative_test

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/agglomerative"

	"gonum.org/v1/gonum/mat"
)

// TestRowsWithoutDirection: a row of zeros has no cosine with others, and a flat row no correlation.
func TestRowsWithoutDirection(t *testing.T) {
	table := &inference.Table{Name: "flat", Rows: []string{"zero", "flat", "up", "down"},
		Columns: []string{"x", "y", "z"}, Kind: inference.Continuous,
		X: mat.NewDense(4, 3, []float64{0, 0, 0, 2.5, 2.5, 2.5, 1, 2, 3.5, 3, 2, 1})}
	data, err := table.Prepare(inference.Preprocessing{})
	if err != nil {
		t.Fatal(err)
	}
	for distance, want := range map[string]string{"cosine": `Row "zero" has no values that differ from 0`,
		"correlation": `2 rows, the first of them "zero", are flat`, "euclidean": ""} {
		s := agglomerative.Model{}.Info().Defaults()
		if err := s.Set("distance", distance); err != nil {
			t.Fatal(err)
		}
		notes, err := agglomerative.Model{}.Check(data, s)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(notes, " "); !strings.Contains(got, want) || want == "" && strings.Contains(got, "direction") {
			t.Errorf("%s: %q", distance, got)
		}
	}
}
