package ggm

import (
	"context"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// A saved state whose probability of an edge is none, or whose numbers are not finite, is refused.
func TestSavedNumbers(t *testing.T) {
	data := inferencetest.DatasetOf(mat.NewDense(6, 3,
		[]float64{0.3, 1.1, -0.4, -1.2, -0.8, 0.5, 0.9, 0.2, 1.3, -0.1, -1.4, 0.6, 1.5, 0.7, -0.9, -0.6, 0.4, 0.1}))
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

// The density of a row given one draw is a Gaussian about the mean of the draw, with the covariance (1 + 1/(N+κ))Ω⁻¹,
// here of two columns by hand.
func TestDensityOfOneDraw(t *testing.T) {
	data := inferencetest.DatasetOf(mat.NewDense(4, 2, []float64{0.3, 1.1, -0.4, -1.2, -0.8, 0.5, 0.9, 0.2}))
	f := inferencetest.Begin(t, Model{}, data, nil).(*fit)
	const a, b, c = 2.0, -0.5, 1.5 // Ω
	f.state.Iteration, f.state.Kept = 1, []*draw{{Iteration: 1, Mean: []float64{0.2, -0.1}, Omega: []float64{a, b, c}}}
	got, err := f.LogDensity(context.Background(), mat.NewDense(1, 2, []float64{1.2, 0.6}))
	if err != nil {
		t.Fatal(err)
	}
	wide := 1 + 1/(4+f.chain.kappa)
	x, y := 1.2-0.2, 0.6+0.1
	want := -math.Log(2*math.Pi) + 0.5*math.Log(a*c-b*b) - math.Log(wide) - (a*x*x+2*b*x*y+c*y*y)/(2*wide)
	inferencetest.Close(t, "log density", got[0], want, 1e-10)
}

// Columns of one value are spoken of, and only these.
func TestNotesOfConstantColumns(t *testing.T) {
	for last, want := range map[float64]bool{1: true, 2: false} {
		data := inferencetest.DatasetOf(mat.NewDense(3, 2, []float64{0.3, 1, -0.4, 1, -0.8, last}))
		notes, err := Model{}.Check(data, Model{}.Info().Defaults())
		if err != nil || strings.Contains(strings.Join(notes, " "), "only one value (") != want {
			t.Errorf("a last cell of %v: %q, %v", last, notes, err)
		}
	}
}
