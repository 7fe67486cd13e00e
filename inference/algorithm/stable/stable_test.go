package stable_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/algorithm/stable"
)

// The order is that of package slices, ties included.
func TestSort(t *testing.T) {
	type item struct{ key, at int }
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 25, 300} {
		x := make([]item, n)
		for i := range x {
			x[i] = item{r.IntN(10), i}
		}
		y := slices.Clone(x)
		byKey := func(a, b item) int { return cmp.Compare(a.key, b.key) }
		stable.Sort(x, byKey)
		if slices.SortStableFunc(y, byKey); !slices.Equal(x, y) {
			t.Errorf("%d elements: %v, want %v", n, x, y)
		}
		r.Shuffle(n, func(i, j int) { x[i], x[j] = x[j], x[i] })
		y = slices.Clone(x)
		stable.SortFunc(x, byKey)
		if slices.SortFunc(y, byKey); !slices.Equal(x, y) {
			t.Errorf("%d elements, in any order of ties: %v, want %v", n, x, y)
		}
	}
}
