package nearness

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/algorithm/vector"
)

// The index finds most of the nearest rows, each once.
func TestNearIndex(t *testing.T) {
	const n, d = 1000, 20
	rng := rand.New(rand.NewPCG(6, 1))
	x := make([]float64, n*d)
	for i := range x {
		if x[i] = rng.NormFloat64(); i >= d { // near a row before it
			x[i] = 0.3*x[i] + x[i/d/2*d+i%d]
		}
	}
	distance := func(i, j int32) float64 {
		return vector.SquaredDistance(x[int(i)*d:int(i)*d+d], x[int(j)*d:int(j)*d+d])
	}
	exact, quick := New(x, n, distance, false), New(x, n, distance, true)
	found, all := 0, 0
	for i := int32(0); i < n; i += 20 {
		want := exact.list(i)
		got := quick.list(i)
		if slices.Contains(got, i) || len(got) != nearest {
			t.Fatalf("row %d: near rows %v", i, got)
		}
		seen := map[int32]bool{}
		for _, j := range got {
			if seen[j] {
				t.Fatalf("row %d: row %d twice", i, j)
			}
			seen[j] = true
		}
		for _, j := range want {
			all++
			if seen[j] {
				found++
			}
		}
	}
	t.Logf("%d of %d nearest rows", found, all)
	if found < all*8/10 {
		t.Errorf("only %d of %d nearest rows were found", found, all)
	}
}
