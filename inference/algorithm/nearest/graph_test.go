package nearest

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Weights are those of the definitions, written out over all pairs.
func TestWeights(t *testing.T) {
	near := [][]Link{{{1, 1}, {2, 2}}, {{0, 1}, {2, 1}}, {{1, 1}, {3, 4}}, {{2, 4}, {1, 5}}}
	for weights, want := range map[string][]float64{ // edges 01 02 12 13 23
		Binary: {1, 0.5, 1, 0.5, 1},
		Shared: {1, 0.5, 0.5, 0.5, 1},
		Scaled: {math.Exp(-1. / 4), math.Exp(-4. / 16), math.Exp(-1. / 8), math.Exp(-25. / 10), math.Exp(-16. / 40)},
	} {
		g := Join(near, weights)
		var got []float64
		w := mat.NewDense(4, 4, nil)
		for i := range 4 {
			for e := g.Start[i]; e < g.Start[i+1]; e++ {
				w.Set(i, g.To[e], g.Weight[e])
				if i < g.To[e] {
					got = append(got, g.Weight[e])
				}
			}
		}
		if weights != Shared && !floats.EqualApprox(got, want, 1e-12) {
			t.Errorf("%s: %v, want %v", weights, got, want)
		}
		if !mat.Equal(w, w.T()) {
			t.Errorf("%s: not symmetric: %v", weights, mat.Formatted(w))
		}
		if weights != Shared {
			continue
		}
		sets := []map[int]bool{{0: true, 1: true, 2: true}, {1: true, 0: true, 2: true}, {2: true, 1: true, 3: true},
			{3: true, 2: true, 1: true}}
		for i := range 4 {
			for j := range 4 {
				both := 0
				for v := range sets[i] {
					if sets[j][v] {
						both++
					}
				}
				if v := w.At(i, j); v > 0 && !(math.Abs(v-float64(both)/float64(6-both)) <= 1e-12) {
					t.Errorf("rows %d and %d share %v", i, j, v)
				}
			}
		}
	}
}
