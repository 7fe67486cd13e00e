package coded

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// What levels let expect of a hidden number: 2/π of two halves, 1 of very many levels, and little of a rare one.
func TestTold(t *testing.T) {
	inferencetest.Near(t, "halves", told(.5, .5), 2/math.Pi, 1e-12)
	many := make([]float64, 1000)
	for k := range many {
		many[k] = .001
	}
	inferencetest.Near(t, "a thousand levels", told(many...), 1, .001)
	// The mean of a normal number of the lowest twentieth is −2.0627.
	inferencetest.Near(t, "one in twenty", told(.05, .95), .05*2.0627*2.0627+.95*math.Pow(2.0627/19, 2), 1e-4)
	inferencetest.Near(t, "one level", told(1, 0), 0, 0)
	// Counts of mean 5 whose variance is 5 + 25·(e^.49 − 1) have log rates of variance .49.
	y := make([]float64, 2)
	deviation := math.Sqrt(5 + 25*math.Expm1(.49))
	y[0], y[1] = 5-deviation, 5+deviation
	inferencetest.Near(t, "counts", toldByCounts(y), .49/(.49+1./5), 1e-12)
}

// The variance of a weighed column is the information of its cells, numbers have 1, and what is missing is missing.
func TestWorth(t *testing.T) {
	x := mat.NewDense(40, 3, nil)
	for i := range 40 {
		x.Set(i, 0, float64(i%2)*2-1)
		x.Set(i, 1, float64(i%2))
		x.Set(i, 2, float64(i%4))
	}
	d := inferencetest.DatasetOf(x)
	d.Kinds = []column.Kind{{}, {Sort: column.YesNo, Levels: []string{"n", "y"}},
		{Sort: column.Category, Levels: []string{"a", "b", "c", "d"}}}
	sum := func(x *mat.Dense, low, high int) (v float64) {
		for i := range 40 {
			for a := low; a < high; a++ {
				v += x.At(i, a) * x.At(i, a) / 40
			}
		}
		return v
	}
	w := Worth(d)
	inferencetest.Near(t, "a number", sum(w, 0, 1), 1, 1e-12)
	inferencetest.Near(t, "yes/no", sum(w, 1, 2), 4/(math.Pi*math.Pi), 1e-12)
	if v := sum(w, 2, 6); !(v > .4 && v < 1) {
		t.Errorf("a category weighs %.2f", v)
	}
	d.X.Set(3, 1, math.NaN())
	if w = Worth(d); !math.IsNaN(w.At(3, 1)) {
		t.Error("a missing cell has a number")
	}
	d = inferencetest.DatasetOf(mat.NewDense(2, 1, []float64{0, 1}))
	d.Kind = inference.Binary
	if Worth(d) != d.X {
		t.Error("zeros and ones are weighed")
	}
}
