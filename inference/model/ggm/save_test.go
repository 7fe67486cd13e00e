package ggm

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// A saved state whose probability of an edge is none, or whose numbers are not finite, is refused.
func TestSavedNumbers(t *testing.T) {
	data := inferencetest.DatasetOf(mat.NewDense(6, 3, []float64{0.3, 1.1, -0.4, -1.2, -0.8, 0.5, 0.9, 0.2, 1.3, -0.1, -1.4, 0.6, 1.5, 0.7, -0.9, -0.6, 0.4, 0.1}))
	f := inferencetest.Begin(t, Model{}, data, nil).(*fit)
	for f.state.Iteration < 3 {
		if _, err := f.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		change func(s *state)
		fits   bool
	}{
		"as it is":        {func(*state) {}, true},
		"certain edges":   {func(s *state) { s.Prior = 1 }, true},
		"more than 1":     {func(s *state) { s.Prior = 1.5 }, false},
		"less than 0":     {func(s *state) { s.Prior = -0.1 }, false},
		"no number":       {func(s *state) { s.Prior = math.NaN() }, false},
		"infinite Ω":      {func(s *state) { s.Omega[1] = math.Inf(1) }, false},
		"a stride of 0":   {func(s *state) { s.Stride = 0 }, false},
		"missing scalars": {func(s *state) { s.Scalars = nil }, false},
	} {
		b, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var s state
		if err := saved.Open("ggm", layout, b, &s); err != nil {
			t.Fatal(err)
		}
		c.change(&s)
		if b, err = saved.Seal("ggm", layout, s); err != nil {
			t.Fatal(err)
		}
		if err := inferencetest.Begin(t, Model{}, data, nil).(*fit).UnmarshalBinary(b); (err == nil) != c.fits {
			t.Errorf("%s: %v", name, err)
		}
	}
}
