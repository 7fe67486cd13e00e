package factors

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Quantiles near the ends and in the middle, of few draws and many, with ties, are those of the sorted draws.
func TestQuantiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	for _, n := range []int{1, 2, 3, 11, 12, 13, 24, 40, 200, 1000} {
		for range 20 {
			v := make([]float32, n)
			for i := range v {
				v[i] = float32(rng.NormFloat64())
				if rng.IntN(3) == 0 {
					v[i] = float32(rng.IntN(3) - 1)
				}
			}
			sorted := slices.Sorted(slices.Values(v))
			for _, p := range []float64{0, tail, 0.1, 0.5, 0.9, 1 - tail, 1} {
				place := p * float64(n-1)
				i := int(place)
				want := float64(sorted[i])
				if i+1 < n {
					want += (place - float64(i)) * float64(sorted[i+1]-sorted[i])
				}
				if got := quantile(slices.Clone(v), p); got != want {
					t.Fatalf("the %v-quantile of %d draws is %v, want %v", p, n, got, want)
				}
			}
		}
	}
}
