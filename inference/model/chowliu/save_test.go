package chowliu

import (
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// Saved edges join columns of the table in order, with a correlation and as many resamples as there were at most.
func TestSavedEdges(t *testing.T) {
	data := inferencetest.DatasetOf(mat.NewDense(5, 3,
		[]float64{1.5, 2, 0.1, 2.5, 3, 0.7, 0.2, 1, 0.3, 4, 4.5, 0.2, 3, 2.8, 0.9}))
	for name, c := range map[string]struct {
		change func(*state)
		fine   bool
	}{
		"as they are": {func(*state) {}, true}, "a negative column": {func(s *state) { s.A[0] = -1 }, false},
		"no such column": {func(s *state) { s.B[1] = 3 }, false},
		"turned":         {func(s *state) { s.A[0], s.B[0] = 1, 0 }, false},
		"of one column":  {func(s *state) { s.A[1] = 2 }, false},
		"correlation 1":  {func(s *state) { s.R[0] = -1 }, true}, "beyond 1": {func(s *state) { s.R[0] = 1.01 }, false},
		"no number":     {func(s *state) { s.R[1] = math.NaN() }, false},
		"all resamples": {func(s *state) { s.Counts[0] = 7 }, true}, "too many": {func(s *state) { s.Counts[0] = 8 }, false},
		"below 0":               {func(s *state) { s.Counts[1] = -1 }, false},
		"an end too few":        {func(s *state) { s.B = s.B[:1] }, false},
		"a correlation too few": {func(s *state) { s.R = s.R[:1] }, false},
		"a count too few":       {func(s *state) { s.Counts = s.Counts[:1] }, false},
	} {
		s := state{Finished: true, A: []int{0, 1}, B: []int{1, 2}, R: []float64{0.5, -0.2}, Counts: []int{3, 0}}
		c.change(&s)
		text, err := saved.Seal("chowliu", layout, s)
		if err != nil {
			t.Fatal(err)
		}
		f := inferencetest.Begin(t, Model{}, data, map[string]string{"columns": "numbers"}).(*fit)
		f.resamples = 7
		if err := f.UnmarshalBinary(text); (err == nil) != c.fine {
			t.Errorf("%s: %v", name, err)
		} else if err == nil && (len(f.forest) != 2 || f.forest[1].b != 2 || f.counts[[2]int{0, 1}] != s.Counts[0] ||
			!f.Finished) {
			t.Errorf("%s: %+v, %v", name, f.forest, f.counts)
		}
	}
}
