package inferencetest

import (
	"fmt"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/relation"

	"gonum.org/v1/gonum/floats"
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

// Given is a table of the distances between the rows of another, taken as such.
func Given(t testing.TB, data *inference.Dataset) *inference.Dataset {
	t.Helper()
	n, _ := data.Dims()
	x := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			x.Set(i, j, floats.Distance(data.X.RawRowView(i), data.X.RawRowView(j), 2))
		}
	}
	table := &inference.Table{Name: "given", Rows: data.Rows, Columns: data.Rows, X: x, Kind: inference.Continuous}
	given, err := table.Prepare(inference.Preprocessing{Distances: relation.Given})
	if err != nil {
		t.Fatal(err)
	}
	return given
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

// Iterate steps a fit through so many iterations, or to its end.
func Iterate(t testing.TB, s inference.Stepper, iterations int) {
	t.Helper()
	for done := 0; done < iterations; {
		r, err := s.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done++
		}
		if r.Done {
			return
		}
	}
}
