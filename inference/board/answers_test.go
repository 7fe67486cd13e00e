package board

import (
	"math"
	"math/rand/v2"
	"testing"
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
		got, want := Area(list), above/pairs
		if !(math.Abs(got-want) <= 1e-12) && !(math.IsNaN(got) && math.IsNaN(want)) { // NaN without a pair
			t.Errorf("%d cells: %v, want %v", n, got, want)
		}
	}
}
