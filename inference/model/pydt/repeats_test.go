package pydt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"

	"gonum.org/v1/gonum/mat"
)

// temperatures draws rows of two columns that vary, the first of which two others repeat in other units, and the sum of both.
func temperatures(n, fresh int) (learnt, held *mat.Dense) {
	rng := rand.New(rand.NewPCG(33, 1))
	x := mat.NewDense(n+fresh, 5, nil)
	for i := range n + fresh {
		c, w := 2*float64(i%3)+rng.NormFloat64(), rng.NormFloat64()
		x.SetRow(i, []float64{c, 1.8*c + 32, w, c + 273.15, 2*w - c})
	}
	return mat.DenseCopyOf(x.Slice(0, n, 0, 5)), mat.DenseCopyOf(x.Slice(n, n+fresh, 0, 5))
}

// Repeats are found whatever their units, also among rounded numbers and missing cells; in tables with few rows, and
// where columns go together closely without repeating, there are none.
func TestFindRepeats(t *testing.T) {
	x, _ := temperatures(40, 1)
	a := apartOf(datasetOf(x))
	if a == nil || fmt.Sprint(a.kept) != "[0 2]" || len(a.repeated) != 3 {
		t.Fatalf("found %+v", a)
	}
	for i, want := range []struct {
		parents         string
		offset, weights float64
	}{{"[0]", 32, 1.8}, {"[0]", 273.15, 1}, {"[0 1]", 0, -1}} {
		r := a.repeated[i]
		if fmt.Sprint(r.parents) != want.parents {
			t.Errorf("column %d repeats %v, not %v", r.column, r.parents, want.parents)
		}
		close(t, "offset", r.offset, want.offset, 1e-9)
		close(t, "weight", r.weights[0], want.weights, 1e-9)
	}
	const said = `"c1" and "c3" repeat "c0"; "c4" follows from "c0" and "c2".`
	for _, columns := range []string{covariance, undecided} {
		notes, err := (Model{}).Check(datasetOf(x), togetherSettings(t, "columns", columns))
		if err != nil || len(notes) == 0 || !strings.HasPrefix(notes[0], said) {
			t.Errorf("columns %s: the notes are %q, %v", columns, notes, err)
		}
	}
	rounded := mat.DenseCopyOf(x)
	rounded.Apply(func(i, _ int, v float64) float64 {
		if i == 7 {
			return math.NaN()
		}
		return math.Round(v*1e3)/1e3 + 1e6
	}, rounded)
	if a := apartOf(datasetOf(rounded)); a == nil || len(a.repeated) != 3 {
		t.Errorf("of rounded numbers: %+v", a)
	}
	near := mat.DenseCopyOf(x)
	rng := rand.New(rand.NewPCG(33, 2))
	near.Apply(func(_, _ int, v float64) float64 { return v + 0.02*rng.NormFloat64() }, near)
	wide := randomData(rng, 12, 30, 0)
	for what, x := range map[string]*mat.Dense{"near": near, "wide": wide} {
		if a := apartOf(datasetOf(x)); a != nil {
			t.Errorf("%s: found %+v", what, a)
		}
	}
}

// Tables whose columns repeat others are fitted by every form and method: the covariance is that of the columns which span
// them, and new rows have their density in all of them. They ended in a panic.
func TestRepeatsAreFitted(t *testing.T) {
	learnt, held := temperatures(40, 6)
	missing := mat.DenseCopyOf(learnt)
	missing.Set(5, 0, math.NaN()) // told by its repeats
	missing.Set(6, 1, math.NaN())
	missing.Set(7, 2, math.NaN())
	missing.Set(7, 4, math.NaN())
	span := pick(held, []int{0, 2})
	for _, c := range [][2]string{{"em", covariance}, {"em", undecided}, {"mcmc", covariance}, {"mcmc", undecided}} {
		set := []string{"method", c[0], "columns", c[1]}
		f := started(t, datasetOf(missing), 4, set...)
		got, err := f.(inference.Predictor).LogDensity(t.Context(), held)
		if err != nil || !finite(got) {
			t.Fatalf("%v: %v, %v", set, got, err)
		}
		if c[1] == covariance {
			found := kind.Of(f.Snapshot())
			if err := found.Check(datasetOf(missing)); err != nil {
				t.Fatal(err)
			}
			close(t, "covariance of C and F", found.Dense.At(0, 1), 1.8*found.Dense.At(0, 0), 1e-6)
			close(t, "variance of the sum", found.Dense.At(4, 4), 4*found.Dense.At(2, 2)-4*found.Dense.At(0, 2)+found.Dense.At(0, 0), 1e-6)
			// F and the second column have the density of C and that column, in the units of F.
			row := math.NaN()
			for i := range 6 {
				c0, w := span.At(i, 0), span.At(i, 1)
				pair, err := f.(inference.Predictor).LogDensity(t.Context(), mat.NewDense(2, 5, []float64{c0, row, w, row, row, row, 1.8*c0 + 32, w, row, row}))
				if err != nil {
					t.Fatal(err)
				}
				close(t, "density in other units", pair[1], pair[0]-math.Log(1.8), 1e-6)
			}
		}
		cells := []inference.Cell{{Row: 5, Column: 0}, {Row: 6, Column: 1}, {Row: 7, Column: 2}, {Row: 7, Column: 4}}
		values := []float64{learnt.At(5, 0), learnt.At(6, 1), learnt.At(7, 2), learnt.At(7, 4)}
		density, mean, err := f.(inference.CellPredictor).LogCells(cells, values)
		if err != nil || !finite(density) || !finite(mean) {
			t.Fatalf("%v: cells %v, %v, %v", set, density, mean, err)
		}
		if c[1] == covariance {
			close(t, "a cell that its repeats tell", mean[0], values[0], 1e-6)
			close(t, "a cell that repeats another", mean[1], values[1], 1e-6)
		}
	}
}

// The density of a repeat integrates to one, also where a parent is missing.
func TestRepeatDensityIntegrates(t *testing.T) {
	x, _ := temperatures(12, 1)
	rng := rand.New(rand.NewPCG(33, 3))
	for i := range 12 {
		x.Set(i, 4, x.At(i, 4)+1e-4*rng.NormFloat64())
	}
	a := apartOf(datasetOf(x))
	r := a.repeatOf(4)
	if r == nil {
		t.Fatalf("found %+v", a)
	}
	for _, kept := range [][]float64{{1, 2}, {1, math.NaN()}} {
		location, scale := r.predict(kept, func(p int) bool { return math.IsNaN(kept[p]) })
		sum := 0.0
		const step = 0.01
		for z := -16.0; z < 16; z += step { // y = location + scale·sinh z
			sum += step * math.Cosh(z) * scale * math.Exp(r.log(location+scale*math.Sinh(z), location, scale))
		}
		close(t, "integral", sum, 1, 1e-6)
	}
}
