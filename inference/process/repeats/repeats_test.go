package repeats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

var five = []int{0, 1, 2, 3, 4}

// temperatures draws rows of two columns that vary, the first of which two others repeat in other units, and a sum of
// both.
func temperatures(n int) *mat.Dense {
	rng := rand.New(rand.NewPCG(33, 1))
	x := mat.NewDense(n, 5, nil)
	for i := range n {
		c, w := 2*float64(i%3)+rng.NormFloat64(), rng.NormFloat64()
		x.SetRow(i, []float64{c, 1.8*c + 32, w, c + 273.15, 2*w - c})
	}
	return x
}

// Repeats are found whatever their units, also among rounded numbers and missing cells; in tables with few rows, and
// where columns go together closely without repeating, there are none.
func TestFindRepeats(t *testing.T) {
	x := temperatures(40)
	kept, list := Find(x, five)
	if fmt.Sprint(kept) != "[0 2]" || len(list) != 3 {
		t.Fatalf("found %v, %+v", kept, list)
	}
	for i, want := range []struct {
		parents         string
		offset, weights float64
	}{{"[0]", 32, 1.8}, {"[0]", 273.15, 1}, {"[0 1]", 0, -1}} {
		r := list[i]
		if fmt.Sprint(r.Parents) != want.parents {
			t.Errorf("column %d repeats %v, not %v", r.Column, r.Parents, want.parents)
		}
		inferencetest.Near(t, "offset", r.Offset, want.offset, 1e-6)
		inferencetest.Near(t, "weight", r.Weights[0], want.weights, 1e-9)
	}
	rounded := mat.DenseCopyOf(x)
	rounded.Apply(func(i, _ int, v float64) float64 {
		if i == 7 {
			return math.NaN()
		}
		return math.Round(v*1e3)/1e3 + 1e6
	}, rounded)
	if _, list := Find(rounded, five); len(list) != 3 {
		t.Errorf("of rounded numbers: %+v", list)
	}
	near := mat.DenseCopyOf(x)
	rng := rand.New(rand.NewPCG(33, 2))
	near.Apply(func(_, _ int, v float64) float64 { return v + 0.02*rng.NormFloat64() }, near)
	wide, thirty := mat.NewDense(12, 30, nil), make([]int, 30)
	wide.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, wide)
	for j := range thirty {
		thirty[j] = j
	}
	if kept, list := Find(near, five); len(kept) != 5 || list != nil {
		t.Errorf("near: found %+v", list)
	}
	if kept, list := Find(wide, thirty); len(kept) != 30 || list != nil {
		t.Errorf("wide: found %+v", list)
	}
}

// The density of a repeat integrates to one, also where a parent is missing.
func TestRepeatDensityIntegrates(t *testing.T) {
	x := temperatures(12)
	rng := rand.New(rand.NewPCG(33, 3))
	for i := range 12 {
		x.Set(i, 4, x.At(i, 4)+1e-4*rng.NormFloat64())
	}
	_, list := Find(x, five)
	r := list.Of(4)
	if r == nil {
		t.Fatalf("found %+v", list)
	}
	for _, kept := range [][]float64{{1, 2}, {1, math.NaN()}} {
		location, scale := r.Predict(kept, func(p int) bool { return math.IsNaN(kept[p]) })
		sum := 0.0
		const step = 0.01
		for z := -16.0; z < 16; z += step { // y = location + scale·sinh z
			sum += step * math.Cosh(z) * scale * math.Exp(r.Log(location+scale*math.Sinh(z), location, scale))
		}
		inferencetest.Near(t, "integral", sum, 1, 1e-6)
	}
}
