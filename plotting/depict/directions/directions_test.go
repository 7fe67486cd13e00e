package directions

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/plotting/space"

	"gonum.org/v1/gonum/mat"
)

// Counts, which are not scaled, do not make the first component alone.
func TestComponentsOfKinds(t *testing.T) {
	nan := math.NaN()
	data := &inference.Dataset{Columns: []string{"mass", "seeds", "wet"}, Centre: make([]float64, 3), Scale: []float64{1,
		1, 1}, X: mat.NewDense(6, 3, []float64{-1, 100, 0, 1, 900, 1, -1, 500, 0, 1, 500, 1, -1, 900, 0, 1, 100, nan})}
	first := func() (w []float64) {
		w, _ = New(data, false).Get(0, nil, "")
		return w
	}
	spread := func(w []float64, j int, deviation float64) float64 { return math.Abs(w[j] * deviation) }
	if w := first(); spread(w, 1, 358) < 100*spread(w, 0, 1.1) {
		t.Errorf("without kinds the widest column does not make the component: %v", w)
	}
	data.Kinds = []column.Kind{{}, {Sort: column.Count}, {Sort: column.YesNo, Levels: []string{"no", "yes"}}}
	if w := first(); spread(w, 0, 1.1) < 2*spread(w, 1, 358) || spread(w, 2, 0.55) < 2*spread(w, 1, 358) {
		t.Errorf("weights %v: counts that say nothing of the other columns make the first component", w)
	}
}

// Numbers between limits count as the limit stated, and categories, whose levels have no order, have no weight beside
// other columns.
func TestComponentsOfLimitsAndCategories(t *testing.T) {
	nan := math.NaN()
	data := &inference.Dataset{Columns: []string{"lead", "zinc", "place"},
		Centre: make([]float64, 3), Scale: []float64{1, 1, 1},
		X: mat.NewDense(4, 3, []float64{nan, -1, 2, -1, -1, 0, 1, 1, 1, nan, 1, 2}), Rows: []string{"a", "b", "c", "d"}}
	data.Kinds = []column.Kind{{Sort: column.Censored}, {}, {Sort: column.Category, Levels: []string{"x", "y", "z"}}}
	data.Limits = inference.Limits{{Row: 0}: {Low: math.Inf(-1), High: -2}, {Row: 3}: {Low: 2, High: math.Inf(1)}}
	w, axis := New(data, false).Get(0, nil, "")
	if w[2] != 0 || w[0] == 0 {
		t.Fatalf("weights %v", w)
	}
	p := space.ProjectedPoints(data, w, w, axis, axis)
	for i, x := range []float64{-2, -1, 1, 2} {
		want := x*w[0] + data.X.At(i, 1)*w[1]
		if !p.Complete[i] || !(math.Abs(p.X[i]-want) <= 1e-12) {
			t.Errorf("row %d stands at %v, not %v", i, p.X[i], want)
		}
	}
}

// An axis along a column of per cents has the sign beside each number; one along their logarithms has not.
func TestPercentAxis(t *testing.T) {
	data := &inference.Dataset{Columns: []string{"fat (%)", "mass (g)"}, Centre: []float64{50, 0}, Scale: []float64{10, 1},
		X: mat.NewDense(3, 2, []float64{-1, 1, 0, 2, 1, 3})}
	d := New(data, false)
	_, fat := d.column(0)
	if ticks := fat.Ticks(-1, 1, 5); ticks[0].Label != "40 %" || !(math.Abs(ticks[0].Value+1) < 1e-9) ||
		fat.Text(45.5, 3) != "45.5 %" {
		t.Errorf("%+v, %s", ticks, fat.Text(45.5, 3))
	}
	if _, mass := d.column(1); mass.Percent {
		t.Error("grams are per cents")
	}
	data.Preprocessing.Log2p1 = true
	if _, logs := New(data, false).column(0); logs.Percent {
		t.Error("logarithms are per cents")
	}
}
