package compare

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Inversions are the pairs that are out of order, counted one by one; the numbers stay as they are.
func TestInversions(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 8))
	for n := range 14 {
		for range 20 {
			x := make([]int32, n)
			for i := range x {
				x[i] = int32(rng.IntN(7))
			}
			want := 0
			for i := range x {
				for j := range i {
					if x[j] > x[i] {
						want++
					}
				}
			}
			was := slices.Clone(x)
			if got := inversions(x); got != want || !slices.Equal(x, was) {
				t.Fatalf("%v has %d inversions, want %d", was, got, want)
			}
		}
	}
}
