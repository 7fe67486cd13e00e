package bhc

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// raw is a fit of five rows of two numbers in their own units, and its tree at α = 1.
func raw(t *testing.T, dependent bool, h hyper) (*fit, *hierarchy) {
	t.Helper()
	x := mat.NewDense(5, 2, []float64{0, 0, .5, .2, 3, 2.5, 3.4, 2, -1, 4})
	of := &table{n: 5, d: 2, mean: []float64{0, 0}, sd: []float64{1, 1}, z: x.RawMatrix().Data, full: dependent}
	b := newBuilder(of, h, law{freedom: 3})
	for {
		if _, finished := b.step(); finished {
			f := &fit{data: inferencetest.DatasetOf(x), t: of, now: b.score(b.hyper, 3)}
			return f, f.now
		}
	}
}

// Five rows of two numbers, with full and with diagonal covariances: densities, joins and their probabilities are those
// that were found by enumeration of all partitions.
func TestCovariances(t *testing.T) {
	for _, c := range []struct {
		dependent       bool
		h               hyper
		all, one, bound float64 // one is NaN where it is not known
		clusters        float64
		joins           [][2]int
		r               []float64
	}{
		{true, hyper{1, 1, .5}, -28.0636171167, -1.8378770664, -23.2789262623, 3.1732638292,
			[][2]int{{2, 3}, {0, 1}, {5, 6}, {4, 7}}, []float64{.9706433214, .6513336911, .1459488074, .0016713414}},
		{false, hyper{1, 2, .5}, -24.3658185993, math.NaN(), -23.2446171543, 2.8620081156,
			[][2]int{{2, 3}, {0, 1}, {4, 5}, {6, 7}}, []float64{.9371074273, .6899526456, .3585583865, .0651776046}},
	} {
		f, h := raw(t, c.dependent, c.h)
		inferencetest.Near(t, "m of all", h.base.alone(&h.nodes[8].cluster), c.all, 1e-9)
		if !math.IsNaN(c.one) {
			inferencetest.Near(t, "m of the first", h.base.alone(&h.nodes[0].cluster), c.one, 1e-9)
		}
		inferencetest.Near(t, "bound", h.logJoint(f.t)-h.hyper.logPrior(), c.bound, 1e-9)
		expected := 0.0
		for _, w := range h.logWeights() {
			expected += math.Exp(w)
		}
		inferencetest.Near(t, "expected clusters", expected, c.clusters, 1e-9)
		for k, want := range c.joins {
			v := h.nodes[5+k]
			if min(v.left, v.right) != want[0] || max(v.left, v.right) != want[1] {
				t.Errorf("join %d is of %d and %d", k, v.left, v.right)
			}
			inferencetest.Near(t, "merge probability", math.Exp(h.one(5+k)), c.r[k], 1e-9)
		}
	}
}

// The density of a new row is that of its cells one after another, sums to 1, and that of a row without a cell is its
// sum over the cell.
func TestPredictiveOfFull(t *testing.T) {
	f, _ := raw(t, true, hyper{1, 1, .5})
	const half, step = 60, .05
	var rows []float64
	for v := -half / 1.0; v <= half; v += step {
		rows = append(rows, .7, v)
	}
	x := mat.NewDense(len(rows)/2, 2, rows)
	log, err := f.LogDensity(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range log {
		sum += step * math.Exp(v)
	}
	alone, err := f.LogDensity(t.Context(), mat.NewDense(1, 2, []float64{.7, math.NaN()}))
	if err != nil {
		t.Fatal(err)
	}
	inferencetest.Near(t, "density without a cell", math.Exp(alone[0]), sum, 1e-4)
	rows = rows[:0]
	for v := -200.0; v <= 200; v += step {
		rows = append(rows, v, math.NaN())
	}
	log, err = f.LogDensity(t.Context(), mat.NewDense(len(rows)/2, 2, rows))
	if err != nil {
		t.Fatal(err)
	}
	sum = 0
	for _, v := range log {
		sum += step * math.Exp(v)
	}
	inferencetest.Near(t, "sum", sum, 1, 1e-3)
}

// Tables with missing cells, too many columns of numbers or none are refused, and say what to do.
func TestFullRefuses(t *testing.T) {
	s := Model{}.Info().Defaults()
	if err := s.Set("covariance", full); err != nil {
		t.Fatal(err)
	}
	wide := mat.NewDense(4, mostFull+1, nil)
	for i := range 4 {
		for j := range mostFull + 1 {
			wide.Set(i, j, float64((i*7+j*j)%11))
		}
	}
	for what, data := range map[string]*inference.Dataset{
		"missing": inferencetest.DatasetOf(mat.NewDense(3, 2, []float64{1, 2, math.NaN(), 3, 4, 1})),
		"columns": inferencetest.DatasetOf(wide),
		"none":    yesNo(3, 2, 1, 0, 0, 1, 1, 1),
	} {
		if _, err := (Model{}).Check(data, s); err == nil {
			t.Errorf("%s: taken", what)
		}
	}
}
