package attaching

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The front returns waiting items in order of falling score.
func TestFront(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var f front
	var want []waiting
	for i := range 300 {
		w := waiting{Node: int32(i), Score: float64(rng.IntN(40))}
		f.push(w)
		want = append(want, w)
	}
	slices.SortStableFunc(want, func(a, b waiting) int { return int(b.Score - a.Score) })
	for i, w := range want {
		if got := f.pop(); got != w {
			t.Fatalf("%d: %v, want %v", i, got, w)
		}
	}
}
