package selection

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The k-th number is where sorting puts it, no greater one stands before it and no lesser one after it, and what goes
// along stays with its number. Many numbers are equal.
func TestKth(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 60; n++ {
		for _, different := range []int{1, 3, n, 1000} {
			by, with := make([]float64, n), make([]float64, n)
			for i := range by {
				by[i] = float64(rng.IntN(different))
				with[i] = 1000*by[i] + float64(i) // tells the number and is unlike all others
			}
			sorted, all := slices.Sorted(slices.Values(by)), slices.Sorted(slices.Values(with))
			k := rng.IntN(n)
			alone := slices.Clone(by)
			KthWith(by, with, k)
			Kth(alone, k)
			for _, v := range [][]float64{by, alone} {
				if v[k] != sorted[k] || slices.Max(v[:k+1]) > v[k] || slices.Min(v[k:]) < v[k] {
					t.Fatalf("the number %d of %v is not at its place in %v", k, sorted, v)
				}
			}
			for i := range by {
				if int(with[i])/1000 != int(by[i]) {
					t.Fatalf("%g stands beside %g", with[i], by[i])
				}
			}
			if !slices.Equal(slices.Sorted(slices.Values(with)), all) {
				t.Fatal("numbers were lost")
			}
		}
	}
}
