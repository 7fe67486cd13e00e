package board

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/stat"
)

// The area under the ROC curve is the share of pairs of a yes and a no in which the yes has the greater probability.
func TestArea(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 40 {
		list, pairs, above := make([]Answer, n), 0.0, 0.0
		for i := range list {
			list[i] = Answer{P: float64(rng.IntN(8)) / 8, Yes: rng.IntN(3) == 0}
		}
		for _, a := range list {
			for _, b := range list {
				if !a.Yes || b.Yes {
					continue
				}
				pairs++
				switch {
				case a.P > b.P:
					above++
				case a.P == b.P:
					above += 0.5
				}
			}
		}
		got, want := Area(list).Mean, above/pairs
		if !(math.Abs(got-want) <= 1e-12) && !(math.IsNaN(got) && math.IsNaN(want)) { // NaN without a pair
			t.Errorf("%d cells: %v, want %v", n, got, want)
		}
	}
}

// The standard error is that of DeLong, DeLong and Clarke-Pearson (1988) where each cell is a row of its own, and of
// several fits that of their mean. Cells of one row that are always alike count as one.
func TestErrorOfArea(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	var all, twice []Answer
	variance, mean, fits, cells := 0.0, 0.0, 3, 0.0
	for fit := range fits {
		var yes, no []float64
		for i := range 30 + 5*fit {
			a := Answer{P: float64(rng.IntN(9)) / 9, Yes: rng.IntN(3) == 0, Row: fmt.Sprint(fit, "-", i), Fit: fit}
			all, twice = append(all, a), append(twice, a, a)
			if cells++; a.Yes {
				yes = append(yes, a.P)
			} else {
				no = append(no, a.P)
			}
		}
		beats := func(a, b float64) float64 {
			switch {
			case a > b:
				return 1
			case a == b:
				return 0.5
			}
			return 0
		}
		// Shares of the cells of the other sort that each is rightly on one side of.
		var byYes, byNo []float64
		for _, a := range yes {
			sum := 0.0
			for _, b := range no {
				sum += beats(a, b) / float64(len(no))
			}
			byYes = append(byYes, sum)
		}
		for _, b := range no {
			sum := 0.0
			for _, a := range yes {
				sum += beats(a, b) / float64(len(yes))
			}
			byNo = append(byNo, sum)
		}
		for _, by := range [][]float64{byYes, byNo} {
			m := float64(len(by))
			variance += stat.Variance(by, nil) * (m - 1) / m / m
		}
		mean += stat.Mean(byYes, nil) / float64(fits)
	}
	want := math.Sqrt(variance*cells/(cells-1)) / float64(fits)
	for name, list := range map[string][]Answer{"once": all, "twice": twice} {
		got := Area(list)
		inferencetest.Near(t, name, got.Mean, mean, 1e-12)
		inferencetest.Near(t, name+", error", got.Error, want, 1e-12)
	}
}
