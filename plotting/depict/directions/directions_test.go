package directions

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

// Counts, which are not scaled, do not make the first component alone.
func TestComponentsOfKinds(t *testing.T) {
	nan := math.NaN()
	data := &inference.Dataset{Columns: []string{"mass", "seeds", "wet"}, Centre: make([]float64, 3), Scale: []float64{1, 1, 1},
		X: mat.NewDense(6, 3, []float64{-1, 100, 0, 1, 900, 1, -1, 500, 0, 1, 500, 1, -1, 900, 0, 1, 100, nan})}
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
