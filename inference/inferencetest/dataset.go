package inferencetest

import (
	"fmt"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// DatasetOf is a table of numbers, n×d, as it is: rows r1, r2, … and columns c1, c2, ….
func DatasetOf(x *mat.Dense) *inference.Dataset {
	n, d := x.Dims()
	s := &inference.Dataset{Name: "test", X: x, Centre: make([]float64, d)}
	for i := range n {
		s.Rows = append(s.Rows, fmt.Sprint("r", i+1))
	}
	for j := range d {
		s.Columns, s.Scale = append(s.Columns, fmt.Sprint("c", j+1)), append(s.Scale, 1)
	}
	return s
}

// Begin prepares a fit of a model with some settings, seed 1.
func Begin(t testing.TB, m inference.Model, data *inference.Dataset, set map[string]string) inference.Stepper {
	t.Helper()
	s := m.Info().Defaults()
	for name, value := range set {
		if err := s.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	f, err := m.New(data, s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Finish steps a fit until nothing is left to do.
func Finish(t testing.TB, s inference.Stepper) {
	t.Helper()
	for {
		r, err := s.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Done {
			return
		}
	}
}
