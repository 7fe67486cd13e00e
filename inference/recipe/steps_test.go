package recipe

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestLogRatios: by hand, zeros by their rule, and both kinds at the same distances.
func TestLogRatios(t *testing.T) {
	in := tableOf([][]float64{{1, 2, 4}, {25, 50, 25}, {0, 3, 1}})
	ln2 := math.Ln2
	// The least share above 0 is 1/7; a zero becomes 0.65 of it, and the others shrink to what is left.
	zero := 0.65 / 7
	a, b, c := math.Log(zero), math.Log(0.75*(1-zero)), math.Log(0.25*(1-zero))
	mean := (a + b + c) / 3
	clr, l := fitted(t, "clr", in)
	near(t, "clr", clr,
		[][]float64{{-ln2, 0, ln2}, {-ln2 / 3, 2 * ln2 / 3, -ln2 / 3}, {a - mean, b - mean, c - mean}}, 1e-12)
	ilr, _ := fitted(t, "ilr", in)
	near(t, "ilr", ilr, [][]float64{
		{math.Sqrt(2.0/3) * (-1.5 * ln2), math.Sqrt(0.5) * -ln2},
		{math.Sqrt(2.0/3) * (-0.5 * ln2), math.Sqrt(0.5) * ln2},
		{math.Sqrt(2.0/3) * (a - (b+c)/2), math.Sqrt(0.5) * (b - c)}}, 1e-12)
	if ilr.ColumnIndex[1] != 1 || ilr.Columns[1] != "g2" {
		t.Errorf("columns %v", ilr.Columns)
	}
	distance := func(u Table, i, j int) (sum float64) {
		_, d := u.X.Dims()
		for k := range d {
			sum += square(u.X.At(i, k) - u.X.At(j, k))
		}
		return sum
	}
	for i := range 3 {
		for j := range i {
			if got, want := distance(ilr, i, j), distance(clr, i, j); !(math.Abs(got-want) <= 1e-12) {
				t.Errorf("distance of %d and %d: %v by ilr, %v by clr", i, j, got, want)
			}
		}
	}
	again, err := l.Apply(tableOf([][]float64{{2, 4, 8}}))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "new rows", again, [][]float64{{-ln2, 0, ln2}}, 1e-12)
	turned, _ := fitted(t, "clr@columns", in.turned())
	near(t, "turned", turned.turned(),
		[][]float64{{-ln2, 0, ln2}, {-ln2 / 3, 2 * ln2 / 3, -ln2 / 3}, {a - mean, b - mean, c - mean}}, 1e-12)
	share, _ := fitted(t, "clr:0.1", tableOf([][]float64{{0, 1}, {1, 1}}))
	near(t, "a share given", share, [][]float64{{math.Log(1.0/9) / 2, -math.Log(1.0/9) / 2}, {0, 0}}, 1e-12)
}

// TestRows: centred by mean or median; polished tables of rows and columns that add up are 0.
func TestRows(t *testing.T) {
	nan := math.NaN()
	in := tableOf([][]float64{{1, 2, 6}, {nan, 5, 7}})
	out, _ := fitted(t, "centre-rows", in)
	near(t, "mean", out, [][]float64{{-2, -1, 3}, {nan, -1, 1}}, 1e-15)
	out, _ = fitted(t, "centre-rows:median", in)
	near(t, "median", out, [][]float64{{-1, 0, 4}, {nan, -1, 1}}, 1e-15)
	sum := tableOf([][]float64{{11, 21, 31}, {12, 22, 32}, {15, 25, 35}})
	out, l := fitted(t, "median-polish", sum)
	near(t, "polish", out, [][]float64{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, 1e-12)
	again, err := l.Apply(tableOf([][]float64{{71, 83, 91}}))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "a new row", again, [][]float64{{0, 2, 0}}, 1e-12)
}

// TestFilled: missing cells take the number of their column, in new rows too.
func TestFilled(t *testing.T) {
	nan := math.NaN()
	in := tableOf([][]float64{{1, nan, nan}, {2, 4, nan}, {6, nan, nan}, {nan, 8, nan}})
	for text, want := range map[Text][2]float64{"impute:median": {2, 6}, "impute:mean": {3, 6}, "impute:minimum": {1, 4},
		"impute:zero": {0, 0}} {
		out, l := fitted(t, text, in)
		near(t, string(text), out, [][]float64{{1, want[1], nan}, {2, 4, nan}, {6, want[1], nan}, {want[0], 8, nan}}, 0)
		again, err := l.Apply(tableOf([][]float64{{nan, nan, 3}}))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "new rows", again, [][]float64{{want[0], want[1], 3}}, 0)
	}
}

// TestRemoved: differences of batches go, those of what is kept stay; new rows are moved by what was learnt.
func TestRemoved(t *testing.T) {
	x := mat.NewDense(8, 2, nil)
	batch, dose := []string{}, []string{}
	for i := range 8 {
		batch, dose = append(batch, string(rune('1'+i%2))), append(dose, number(float64(i)*1.5))
		x.SetRow(i, []float64{10 + 4*float64(i%2), 3 + 2*float64(i)*1.5})
	}
	x.Set(3, 0, math.NaN())
	in := Table{Rows: numbered("s", 8), Columns: []string{"a", "b"}, X: x,
		RowAnnotations: []Annotation{{"batch", batch, true}, {"dose", dose, true}, {"same", make([]string, 8), false}}}
	for i := range 8 {
		in.RowAnnotations[2].Values[i] = "x"
	}
	out, l := fitted(t, "remove:batch:dose", in)
	for i := range 8 {
		if got := out.X.At(i, 0); i != 3 && !(math.Abs(got-12) <= 1e-9) || math.IsNaN(got) != (i == 3) {
			t.Errorf("a batch of row %d stays: %v", i, got)
		}
		if got := out.X.At(i, 1); !(math.Abs(got-x.At(i, 1)) <= 1e-9) {
			t.Errorf("row %d: %v of what is kept, which was %v", i, got, x.At(i, 1))
		}
	}
	if len(out.Notes) != 1 || !strings.Contains(out.Notes[0], "batch (2 levels). Later tests") {
		t.Errorf("notes %q", out.Notes)
	}
	new := Table{Rows: []string{"n"}, Columns: in.Columns, X: mat.NewDense(1, 2, []float64{100, 100}),
		RowAnnotations: []Annotation{{"batch", []string{"2"}, true}, {"dose", []string{"1"}, true}}}
	again, err := l.Apply(new)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "a new row", again, [][]float64{{98, 100}}, 1e-9)
	out, _ = fitted(t, "remove:dose", in)
	for i := range 8 {
		if got := out.X.At(i, 1); !(math.Abs(got-(3+2*1.5*3.5)) <= 1e-9) {
			t.Errorf("the dose of row %d stays: %v", i, got)
		}
	}
	new.RowAnnotations[0].Values[0] = "7"
	if _, err := l.Apply(new); err == nil ||
		!strings.Contains(err.Error(), `"7" is a level of batch of which the step learnt nothing; leave such samples out`) {
		t.Errorf("an unknown batch: %v", err)
	}
	new.RowAnnotations = nil
	if _, err := l.Apply(new); err == nil || !strings.Contains(err.Error(), "new rows need the annotations") {
		t.Errorf("no batch: %v", err)
	}
	for text, says := range map[Text]string{
		"remove:day":          `no annotation "day"; the annotations are "batch", "dose", "same"`,
		"remove:same":         `same is "x" of every sample`,
		"remove:batch:batch":  "cannot be told from what is kept",
		"combat:same":         "of every sample",
		"combat:batch;dose":   "combat removes one annotation",
		"combat:dose":         "has one sample",
		"remove:":             "write remove:ANNOTATION",
		"combat:batch:dose:x": "write combat:ANNOTATION",
	} {
		if _, _, err := Fit(text, in); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
	in.RowAnnotations[0].Values[5] = ""
	if _, _, err := Fit("remove:batch", in); err == nil ||
		!strings.Contains(err.Error(), `sample "s6" has no value in batch`) {
		t.Errorf("no value: %v", err)
	}
}

// Columns that are constant, or differ by nothing but what is removed, are constant afterwards: rounding is no
// measurement, and nothing leans on it.
func TestRoundingIsNoMeasurement(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const n = 30
	batch, x := make([]string, n), mat.NewDense(n, 5, nil)
	for i := range n {
		batch[i] = string(rune('a' + i%3))
		x.SetRow(i,
			[]float64{5, 0.1 * float64(i%3), random.NormFloat64(), 2 + random.NormFloat64(), 5 + 1e-6*random.NormFloat64()})
	}
	x.Set(4, 0, math.NaN())
	in := Table{Rows: numbered("s", n), Columns: []string{"constant", "batch alone", "u", "v", "little"}, X: x,
		RowAnnotations: []Annotation{{"batch", batch, false}}}
	out, _ := fitted(t, "remove:batch", in)
	for j := range 2 {
		for i := range n {
			if got, want := out.X.At(i, j), out.X.At(0, j); got != want && !(i == 4 && j == 0) {
				t.Errorf("remove: row %d of %s is %v, and row 0 is %v", i, in.Columns[j], got, want)
			}
		}
	}
	if !math.IsNaN(out.X.At(4, 0)) || out.X.At(0, 4) == out.X.At(1, 4) {
		t.Errorf("a missing cell is %v; a column of little variance is %v, %v", out.X.At(4, 0),
			out.X.At(0, 4), out.X.At(1, 4))
	}
	out, _ = fitted(t, "combat:batch", in)
	without := in
	without.Columns, without.X = in.Columns[2:], mat.DenseCopyOf(x.Slice(0, n, 2, 5))
	alone, _ := fitted(t, "combat:batch", without)
	for i := range n {
		if got := out.X.At(i, 0); got != 5 && i != 4 {
			t.Errorf("combat: a constant of 5 is %v in row %d", got, i)
		}
		for j := range 3 {
			if got, want := out.X.At(i, j+2), alone.X.At(i, j); !(math.Abs(got-want) <= 1e-12) {
				t.Errorf("combat: row %d of %s is %v beside a constant, %v without it", i, in.Columns[j+2], got, want)
			}
		}
	}
}
