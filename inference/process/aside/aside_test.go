package aside

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

func tableOf(x *mat.Dense) *inference.Dataset { return &inference.Dataset{X: x} }

// A column hardly varies if few rows differ from its commonest value, missing cells left out.
func TestOf(t *testing.T) {
	const n = 400
	x := mat.NewDense(n, 4, nil)
	rng := rand.New(rand.NewPCG(5, 45))
	for i := range n {
		x.SetRow(i, []float64{7, float64(i / (n - 2)), float64(i / (n - 3)), 1e-9 * rng.NormFloat64()})
	}
	x.Set(0, 0, math.NaN())
	a := Of(tableOf(x))
	if a == nil || len(a.columns) != 2 || a.columns[0] != 0 || a.columns[1] != 1 || a.value[0] != 7 || a.value[1] != 0 {
		t.Errorf("the columns apart are %+v", a)
	}
	x.Set(0, 0, 7)
	if notes := Of(tableOf(x)).Notes([]string{"c0", "c1", "c2", "c3"}); len(notes) != 1 ||
		!strings.HasPrefix(notes[0], `Column "c1" hardly varies`) { // of c0 it is said that it has one value
		t.Errorf("the notes are %q", notes)
	}
	if Of(tableOf(mat.DenseCopyOf(x.Slice(0, n, 0, 2)))) != nil {
		t.Error("no column is kept")
	}
	many := mat.NewDense(30, 4, nil)
	many.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, many)
	if Of(tableOf(many)) != nil {
		t.Error("columns that vary stand apart")
	}
}
