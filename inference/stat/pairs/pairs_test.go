package pairs

import (
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// The first columns of the small table, with numbers of an independent program.
var eight = mat.NewDense(8, 2, []float64{.5, 1.2, -1.1, -.6, .9, .3, -.2, -1.4, 1.6, 1.1, -.7, .2, .1, .7, -1.3, -.9})

func TestCorrelations(t *testing.T) {
	for how, want := range map[string]float64{Raw: .6996862006, Ranked: .7380952381, Scores: .6842176461} {
		r, n := New(eight, how).Correlation(0, 1)
		inferencetest.Near(t, how, r, want, 1e-9)
		if n != 8 {
			t.Errorf("%d rows", n)
		}
	}
	inferencetest.Near(t, "information", Information(.6996862006), .3362418535, 1e-9)
	inferencetest.Near(t, "p", Significance(.6996862006, 8), .0533769179, 1e-9)
	if Significance(0.9, 2) != 1 || Significance(1, 5) != 0 {
		t.Error("p at the limits")
	}
}

// A pair counts the rows that have both.
func TestMissing(t *testing.T) {
	x := mat.DenseCopyOf(eight)
	x.Set(2, 0, math.NaN())
	x.Set(5, 1, math.NaN())
	var some []float64
	for i := range 8 {
		if i != 2 && i != 5 {
			some = append(some, eight.RawRowView(i)...)
		}
	}
	got, n := New(x, Raw).Correlation(0, 1)
	want, _ := New(mat.NewDense(6, 2, some), Raw).Correlation(0, 1)
	inferencetest.Near(t, "correlation", got, want, 1e-12)
	if n != 6 || New(x, Raw).Complete() || !New(eight, Raw).Complete() {
		t.Errorf("%d rows", n)
	}
	constant := mat.NewDense(3, 2, []float64{1, 2, 1, 3, 1, 5})
	if r, _ := New(constant, Raw).Correlation(0, 1); r != 0 {
		t.Errorf("a constant column has the correlation %v", r)
	}
}

func TestCounts(t *testing.T) {
	a, b := []int{0, 0, 1, 1, -1, 0}, []int{0, 0, 1, 1, 1, 1}
	i, n, f := Counts(a, b)
	// Of five rows: (0,0) 2, (0,1) 1, (1,1) 2.
	want := 0.4*math.Log(0.4/(0.6*0.4)) + 0.2*math.Log(0.2/(0.6*0.6)) + 0.4*math.Log(0.4/(0.4*0.6))
	inferencetest.Near(t, "information", i, want, 1e-12)
	if n != 5 || f != 1 {
		t.Errorf("%d rows, %d degrees of freedom", n, f)
	}
}

// Three rows leave one degree of freedom: Student's t is then Cauchy's distribution, and beyond ±t lies 1 − 2/π · atan
// t. A correlation of ½ has t = 1/√3, the tangent of π/6.
func TestSignificanceOfThreeRows(t *testing.T) {
	for r, want := range map[float64]float64{0.5: 2.0 / 3, -0.5: 2.0 / 3, math.Sqrt(0.5): 0.5, 0: 1, 1: 0, -1: 0} {
		if got := Significance(r, 3); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("correlation %v: %v, want %v", r, got, want)
		}
	}
	if got := Significance(0.9, 2); got != 1 {
		t.Errorf("of two rows: %v", got)
	}
}

// Two rows that both have are enough for a correlation, of 1 or −1; one is not.
func TestTwoRowsInCommon(t *testing.T) {
	none := math.NaN()
	x := mat.NewDense(4, 3, []float64{1, 5, none, 2, 3, 7, 4, none, 2, none, 6, none})
	got := New(x, Raw)
	if r, n := got.Correlation(0, 1); n != 2 || !(math.Abs(r+1) <= 1e-12) {
		t.Errorf("of two rows %v, %d rows", r, n)
	}
	if r, n := got.Correlation(1, 2); n != 1 || r != 0 {
		t.Errorf("of one row %v, %d rows", r, n)
	}
}

// What varies by less than rounding leaves of values about 1, or about its mean, is constant; what varies by somewhat
// more is not.
func TestStandardiseConstant(t *testing.T) {
	for _, c := range []struct {
		mean, deviation float64
		constant        bool
	}{{0, 0.5e-12, true}, {0, 1.5e-12, false}, {1000, 0.3e-9, true}, {1000, 3e-9, false}, {0, 1, false}} {
		column := []float64{c.mean + c.deviation, c.mean - c.deviation, c.mean + c.deviation, c.mean - c.deviation}
		Standardise(column)
		square := 0.0
		for _, v := range column {
			square += v * v
		}
		if want := 1.0; c.constant && square != 0 || !c.constant && !(math.Abs(square-want) <= 1e-9) {
			t.Errorf("%+v: the square of the length is %v", c, square)
		}
	}
}
