package heldout

import (
	"math"
	"testing"

	"espalier/inference"
	"espalier/inference/model/gaussian"
	"espalier/inference/model/pca"

	"gonum.org/v1/gonum/mat"
)

// The same table in other units has the same fit, and densities less by the logarithm of the units: f times as
// large numbers have 1/f the density. Squared errors are in the units of the table.
func TestScoresAreInTheUnitsOfTheTable(t *testing.T) {
	table := iris(t)
	n, d := table.Dims()
	factors := []float64{10, 0.3, 1000, 7}
	other := *table
	other.X = mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			other.X.Set(i, j, factors[j]*table.X.At(i, j))
		}
	}
	p := inference.Preprocessing{Centre: true, Scale: true}
	o := Options{Share: 0.2, Seed: 3, Iterations: -1, Threads: 1}
	score := func(m inference.Model, table *inference.Table) Score {
		t.Helper()
		s, err := Fit(t.Context(), table, p, m, m.Info().Defaults(), o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before, after := score(gaussian.Model{}, table), score(gaussian.Model{}, &other)
	want := 0.0
	for _, f := range factors {
		want -= math.Log(f)
	}
	if got := after.LogDensity - before.LogDensity; math.Abs(got-want) > 1e-6 {
		t.Errorf("rows: the density changes by %v, want %v", got, want)
	}

	before, after = score(pca.Model{}, table), score(pca.Model{}, &other)
	hidden := Cells(table, o.Share, o.Seed)
	want, count := 0.0, 0.0
	for i := range n {
		for j := range d {
			if math.IsNaN(hidden.X.At(i, j)) {
				want -= math.Log(factors[j])
				count++
			}
		}
	}
	if got := after.LogDensity - before.LogDensity; math.Abs(got-want/count) > 1e-6 {
		t.Errorf("cells: the density changes by %v, want %v", got, want/count)
	}
	if after.N != int(count) || before.N != after.N {
		t.Errorf("%d and %d cells of %v hidden ones", before.N, after.N, count)
	}
	same := *table
	same.X = mat.DenseCopyOf(table.X)
	same.X.Scale(10, same.X)
	if tenfold := score(pca.Model{}, &same); math.Abs(tenfold.Squared/before.Squared-100) > 1e-6 {
		t.Errorf("the squared error of a tenfold table is %v times as large", tenfold.Squared/before.Squared)
	}
}

// Logarithms have a Jacobian of their own. Where the working units are g = log₂(1+y) and nothing else, the
// density of y is that of g over (1+y)·ln 2.
func TestScoresOfLogarithms(t *testing.T) {
	table := iris(t)
	n, d := table.Dims()
	logs := *table
	logs.X = mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			logs.X.Set(i, j, math.Log2(1+table.X.At(i, j)))
		}
	}
	o := Options{Share: 0.2, Seed: 3, Iterations: -1, Threads: 1}
	score := func(m inference.Model, table *inference.Table, p inference.Preprocessing) Score {
		t.Helper()
		s, err := Fit(t.Context(), table, p, m, m.Info().Defaults(), o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	jacobian := func(i, j int) float64 { return -math.Log((1 + table.X.At(i, j)) * math.Ln2) }
	taken, given := inference.Preprocessing{Log2p1: true, Centre: true, Scale: true}, inference.Preprocessing{Centre: true, Scale: true}

	_, hidden, err := Rows(n, o.Share, o.Seed)
	if err != nil {
		t.Fatal(err)
	}
	want := 0.0
	for _, i := range hidden {
		for j := range d {
			want += jacobian(i, j) / float64(len(hidden))
		}
	}
	if got := score(gaussian.Model{}, table, taken).LogDensity - score(gaussian.Model{}, &logs, given).LogDensity; math.Abs(got-want) > 1e-6 {
		t.Errorf("rows: the density changes by %v, want %v", got, want)
	}
	left := Cells(table, o.Share, o.Seed)
	want, count := 0.0, 0.0
	for i := range n {
		for j := range d {
			if math.IsNaN(left.X.At(i, j)) {
				want += jacobian(i, j)
				count++
			}
		}
	}
	if got := score(pca.Model{}, table, taken).LogDensity - score(pca.Model{}, &logs, given).LogDensity; math.Abs(got-want/count) > 1e-6 {
		t.Errorf("cells: the density changes by %v, want %v", got, want/count)
	}
}
