package pairs

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Correlations, their information and significance, and those of counts, against plain formulas.
func TestPlainFormulas(t *testing.T) {
	x, y := []float64{1, 4, 2, 8, 5, 7}, []float64{2, 1, 2.5, 5, 3, 9}
	a, b := append([]float64(nil), x...), append([]float64(nil), y...)
	Standardise(a)
	Standardise(b)
	r, sum, square := 0.0, 0.0, 0.0
	for i := range a {
		r += a[i] * b[i]
		sum += a[i]
		square += a[i] * a[i]
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-12*(1+math.Abs(want))) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	near("correlation", r, stat.Correlation(x, y, nil))
	near("sum", sum, 0)
	near("length", square, 1)
	near("information", Information(r), -math.Log(1-r*r)/2)
	s := r * math.Sqrt(4/(1-r*r))
	for _, sign := range []float64{1, -1} {
		near("significance", Significance(sign*r, 6), 2*distuv.StudentsT{Sigma: 1, Nu: 4}.Survival(s))
	}
	if Significance(0.9, 2) != 1 || Significance(1, 5) != 0 || Significance(-1, 3) != 0 || Significance(0, 3) != 1 {
		t.Error("the limits of significance")
	}
	// A column that varies by less than rounding is constant: 1e9 and 1e9 + 1e-4 are, 1 and 1.1 are not.
	small, wide := []float64{1e9, 1e9 + 1e-4, 1e9}, []float64{1, 1.1, 1}
	Standardise(small)
	Standardise(wide)
	if small[1] != 0 || !(math.Abs(wide[1]-2/math.Sqrt(6)) <= 1e-9) {
		t.Errorf("%v, %v", small, wide)
	}
	// Four rows have both: (0, 1), (0, 1), (2, 0) and (2, 1).
	information, rows, freedom := Counts([]int{0, 0, 2, 2, -1, 1}, []int{1, 1, 0, 1, 1, -1})
	near("counts", information, 0.5*math.Log(0.5/(0.5*0.75))+0.25*math.Log(0.25/(0.5*0.25))+0.25*math.Log(0.25/(0.5*0.75)))
	if rows != 4 || freedom != 1 {
		t.Errorf("%d rows, %d degrees of freedom", rows, freedom)
	}
}
