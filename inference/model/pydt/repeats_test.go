package pydt

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/vector"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/aside"

	"gonum.org/v1/gonum/mat"
)

// temperatures draws rows of two columns that vary, the first of which two others repeat in other units, and the sum
// of both.
func temperatures(n, fresh int) (learnt, held *mat.Dense) {
	rng := rand.New(rand.NewPCG(33, 1))
	x := mat.NewDense(n+fresh, 5, nil)
	for i := range n + fresh {
		c, w := 2*float64(i%3)+rng.NormFloat64(), rng.NormFloat64()
		x.SetRow(i, []float64{c, 1.8*c + 32, w, c + 273.15, 2*w - c})
	}
	return mat.DenseCopyOf(x.Slice(0, n, 0, 5)), mat.DenseCopyOf(x.Slice(n, n+fresh, 0, 5))
}

// The note names repeats.
func TestRepeatsAreNamed(t *testing.T) {
	x, _ := temperatures(40, 1)
	const said = `"c1" and "c3" repeat "c0"; "c4" follows from "c0" and "c2".`
	for _, columns := range []string{correlated.AnyCovariance, correlated.Undecided} {
		notes, err := (Model{}).Check(pydttest.DatasetOf(x), togetherSettings(t, "columns", columns))
		if err != nil || len(notes) == 0 || !strings.HasPrefix(notes[0], said) {
			t.Errorf("columns %s: the notes are %q, %v", columns, notes, err)
		}
	}
}

// Tables whose columns repeat others are fitted by every form and method: the covariance is that of the columns which
// span them, and new rows have their density in all of them. They ended in a panic.
func TestRepeatsAreFitted(t *testing.T) {
	learnt, held := temperatures(40, 6)
	missing := mat.DenseCopyOf(learnt)
	missing.Set(5, 0, math.NaN()) // told by its repeats
	missing.Set(6, 1, math.NaN())
	missing.Set(7, 2, math.NaN())
	missing.Set(7, 4, math.NaN())
	span := aside.Pick(held, []int{0, 2})
	for _, c := range [][2]string{{"em", correlated.AnyCovariance}, {"em", correlated.Undecided},
		{"mcmc", correlated.AnyCovariance}, {"mcmc", correlated.Undecided}} {
		set := []string{"method", c[0], "columns", c[1]}
		f := started(t, pydttest.DatasetOf(missing), 4, set...)
		got, err := f.(inference.Predictor).LogDensity(t.Context(), held)
		if err != nil || !vector.Finite(got) {
			t.Fatalf("%v: %v, %v", set, got, err)
		}
		if c[1] == correlated.AnyCovariance {
			found := kind.Of(f.Snapshot())
			if err := found.Check(pydttest.DatasetOf(missing)); err != nil {
				t.Fatal(err)
			}
			pydttest.Close(t, "covariance of C and F", found.Dense.At(0, 1), 1.8*found.Dense.At(0, 0), 1e-6)
			pydttest.Close(t, "variance of the sum", found.Dense.At(4, 4),
				4*found.Dense.At(2, 2)-4*found.Dense.At(0, 2)+found.Dense.At(0, 0), 1e-6)
			// F and the second column have the density of C and that column, in the units of F.
			row := math.NaN()
			for i := range 6 {
				c0, w := span.At(i, 0), span.At(i, 1)
				pair, err := f.(inference.Predictor).LogDensity(t.Context(),
					mat.NewDense(2, 5, []float64{c0, row, w, row, row, row, 1.8*c0 + 32, w, row, row}))
				if err != nil {
					t.Fatal(err)
				}
				pydttest.Close(t, "density in other units", pair[1], pair[0]-math.Log(1.8), 1e-6)
			}
		}
		cells := []inference.Cell{{Row: 5, Column: 0}, {Row: 6, Column: 1}, {Row: 7, Column: 2}, {Row: 7, Column: 4}}
		values := []float64{learnt.At(5, 0), learnt.At(6, 1), learnt.At(7, 2), learnt.At(7, 4)}
		density, mean, err := f.(inference.CellPredictor).LogCells(cells, values)
		if err != nil || !vector.Finite(density) || !vector.Finite(mean) {
			t.Fatalf("%v: cells %v, %v, %v", set, density, mean, err)
		}
		if c[1] == correlated.AnyCovariance {
			pydttest.Close(t, "a cell that its repeats tell", mean[0], values[0], 1e-6)
			pydttest.Close(t, "a cell that repeats another", mean[1], values[1], 1e-6)
		}
	}
}

// The estimate of a fit by message passing says that it may take long where many rows are alike. 250 rows of 10 to 100
// kinds took 12 to 30 s at the start, those that all differ 1 s.
func TestRowsAlikeTakeLonger(t *testing.T) {
	start := func(method string, kinds int) float64 {
		x := mat.NewDense(250, 4, nil)
		for i := range 250 {
			x.SetRow(i, []float64{float64(i % kinds), float64(i % kinds % 7), float64(i % kinds % 3), 1})
		}
		return Model{}.Estimate(pydttest.DatasetOf(x), togetherSettings(t, "method", method, "columns",
			correlated.Independent)).Start.Seconds()
	}
	for _, kinds := range []int{10, 100} {
		if got, plain := start("mp", kinds), start("mp", 250); got < 8*plain {
			t.Errorf("%d kinds of rows by message passing: %v s, %v s where all differ", kinds, got, plain)
		}
		if got, plain := start("em", kinds), start("em", 250); got != plain {
			t.Errorf("%d kinds of rows by search: %v s, %v s where all differ", kinds, got, plain)
		}
	}
}
