package placing

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The front returns waiting items in order of falling score.
func TestFront(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var f Front
	var want []Waiting
	for i := range 300 {
		w := Waiting{Node: int32(i), Score: float64(rng.IntN(40))}
		f.Push(w)
		want = append(want, w)
	}
	slices.SortStableFunc(want, func(a, b Waiting) int { return int(b.Score - a.Score) })
	for i, w := range want {
		if got := f.Pop(); got != w {
			t.Fatalf("%d: %v, want %v", i, got, w)
		}
	}
}
