package crp

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Whatever is opened and closed, the active slots are those that are in use, each at its place, and no slot is made
// while one
// is free.
func TestSlots(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var s Slots[*int]
	s.Reset([]*int{new(int), new(int)})
	used, most := []int{0, 1}, 2
	for range 2000 {
		if len(used) > 0 && rng.IntN(2) == 0 {
			i := rng.IntN(len(used))
			s.Close(used[i])
			*s.Clusters[used[i]] = 7
			used = slices.Delete(used, i, i+1)
		} else {
			k := s.Open(func() *int { return new(int) }, func(c *int) { *c = 0 })
			if slices.Contains(used, k) || *s.Clusters[k] != 0 {
				t.Fatalf("slot %d of %v holds %d", k, used, *s.Clusters[k])
			}
			used = append(used, k)
			most = max(most, len(used))
		}
		if a, b := slices.Sorted(slices.Values(s.Active)), slices.Sorted(slices.Values(used)); !slices.Equal(a, b) {
			t.Fatalf("%v are active, %v are used", a, b)
		}
		for k := range s.Clusters {
			if s.Place(k) != slices.Index(s.Active, k) {
				t.Fatalf("slot %d stands at %d of %v", k, s.Place(k), s.Active)
			}
		}
	}
	if len(s.Clusters) != most {
		t.Errorf("%d slots for at most %d clusters", len(s.Clusters), most)
	}
}
