package board

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/stat/heldout"

	"gonum.org/v1/gonum/mat"
)

// A score is what a fit predicted of a fifth of a table, hidden by the seed 3.
type score struct {
	n                   int
	logDensity, squared float64
}

// scored fits a model to a table with a fifth of it hidden.
func scored(t *testing.T, model string, table *inference.Table, p inference.Preprocessing) score {
	t.Helper()
	specs, err := Plan{Base: job.Spec{Table: job.Source{Source: "memory"}, Preprocessing: &p},
		Choices: []Choice{{Model: model}}, Share: 0.2, Splits: []uint64{3}}.Specs(catalog.Models())
	if err != nil {
		t.Fatal(err)
	}
	var l Line
	if err := Fit(t.Context(), job.Local{}, From{Table: table}, specs, job.Options{Threads: 1},
		Watch{Done: func(f Fitted) {
			if f.Err != nil {
				t.Fatal(f.Err)
			}
			l = board(t, "", Entry{Result: f.Result, Data: f.Data()}).Lines[0]
		}}); err != nil {
		t.Fatal(err)
	}
	return score{l.N, l.Density.Mean, l.Squared}
}

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
			other.X.(*mat.Dense).Set(i, j, factors[j]*table.X.At(i, j))
		}
	}
	p := inference.Preprocessing{Centre: true, Scale: true}
	before, after := scored(t, "gaussian", table, p), scored(t, "gaussian", &other, p)
	want := 0.0
	for _, f := range factors {
		want -= math.Log(f)
	}
	if got := after.logDensity - before.logDensity; !(math.Abs(got-want) <= 1e-6) {
		t.Errorf("rows: the density changes by %v, want %v", got, want)
	}

	before, after = scored(t, "pca", table, p), scored(t, "pca", &other, p)
	hidden, _ := heldout.Cells(table, heldout.Part{Share: 0.2, Seed: 3})
	want, count := 0.0, 0.0
	for i := range n {
		for j := range d {
			if math.IsNaN(hidden.X.At(i, j)) {
				want -= math.Log(factors[j])
				count++
			}
		}
	}
	if got := after.logDensity - before.logDensity; !(math.Abs(got-want/count) <= 1e-6) {
		t.Errorf("cells: the density changes by %v, want %v", got, want/count)
	}
	if after.n != int(count) || before.n != after.n {
		t.Errorf("%d and %d cells of %v hidden ones", before.n, after.n, count)
	}
	same := *table
	same.X = mat.DenseCopyOf(table.X)
	same.X.(*mat.Dense).Scale(10, same.X)
	if tenfold := scored(t, "pca", &same, p); !(math.Abs(tenfold.squared/before.squared-100) <= 1e-6) {
		t.Errorf("the squared error of a tenfold table is %v times as large", tenfold.squared/before.squared)
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
			logs.X.(*mat.Dense).Set(i, j, math.Log2(1+table.X.At(i, j)))
		}
	}
	jacobian := func(i, j int) float64 { return -math.Log((1 + table.X.At(i, j)) * math.Ln2) }
	taken, given := inference.Preprocessing{Log2p1: true, Centre: true, Scale: true},
		inference.Preprocessing{Centre: true, Scale: true}

	_, hidden, err := heldout.Rows(n, heldout.Part{Share: 0.2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	want := 0.0
	for _, i := range hidden {
		for j := range d {
			want += jacobian(i, j) / float64(len(hidden))
		}
	}
	if got := scored(t, "gaussian", table, taken).logDensity -
		scored(t, "gaussian", &logs, given).logDensity; !(math.Abs(got-want) <= 1e-6) {
		t.Errorf("rows: the density changes by %v, want %v", got, want)
	}
	left, _ := heldout.Cells(table, heldout.Part{Share: 0.2, Seed: 3})
	want, count := 0.0, 0.0
	for i := range n {
		for j := range d {
			if math.IsNaN(left.X.At(i, j)) {
				want += jacobian(i, j)
				count++
			}
		}
	}
	if got := scored(t, "pca", table, taken).logDensity -
		scored(t, "pca", &logs, given).logDensity; !(math.Abs(got-want/count) <= 1e-6) {
		t.Errorf("cells: the density changes by %v, want %v", got, want/count)
	}
}
