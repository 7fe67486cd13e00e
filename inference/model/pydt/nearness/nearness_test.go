package nearness

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/parallel"
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

// Several may look for near rows at a time, and find what one finds.
func TestSharedRows(t *testing.T) {
	const n, d = 300, 5
	rng := rand.New(rand.NewPCG(7, 1))
	x := make([]float64, n*d)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	distance := func(i, j int32) float64 {
		return vector.SquaredDistance(x[int(i)*d:int(i)*d+d], x[int(j)*d:int(j)*d+d])
	}
	for _, indexed := range []bool{false, true} {
		alone, several := New(x, n, distance, indexed), New(x, n, distance, indexed)
		parallel.Do(4, 4, func(k int) {
			for i := range int32(n) {
				several.list((i + int32(k)*n/4) % n)
			}
		})
		for i := range int32(n) {
			want := alone.list(i)
			if !slices.Equal(several.list(i), want) {
				t.Fatalf("row %d, indexed %v: %v by several, %v by one", i, indexed, several.list(i), want)
			}
			for k := 1; k < len(want); k++ {
				if distance(i, want[k]) < distance(i, want[k-1]) {
					t.Fatalf("row %d, indexed %v: the list is not in order", i, indexed)
				}
			}
		}
	}
}
