package classtree

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Classes stand for those with which most rows agree, and each for another one, those without rows too.
func TestMatched(t *testing.T) {
	labels := []int{5, 5, 5, 2, 2, 0}
	others := []int{1, 1, 4, 4, 4, 4}
	to := matched(labels, others, 7)
	if to[5] != 1 || to[2] != 4 {
		t.Errorf("classes stand for %v", to)
	}
	slices.Sort(to)
	if !slices.Equal(to, []int{0, 1, 2, 3, 4, 5, 6}) {
		t.Errorf("classes stand for %v, not each for another one", to)
	}
}

// As many rows agree as under the best of all ways to match five classes, whether or not most of their rows are in
// each other.
func TestMatchedIsBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	const k, n = 5, 60
	for trial := range 60 {
		labels, others := make([]int, n), make([]int, n)
		for i := range labels {
			labels[i] = rng.IntN(k)
			if others[i] = (labels[i] + 2) % k; rng.IntN(10) < trial%10 {
				others[i] = rng.IntN(k)
			}
		}
		agree := func(to []int) (count int) {
			for i, a := range labels {
				if to[a] == others[i] {
					count++
				}
			}
			return count
		}
		best := 0
		var all func(to []int, at int)
		all = func(to []int, at int) {
			if at == k {
				best = max(best, agree(to))
			}
			for i := at; i < k; i++ {
				to[at], to[i] = to[i], to[at]
				all(to, at+1)
				to[at], to[i] = to[i], to[at]
			}
		}
		all([]int{0, 1, 2, 3, 4}, 0)
		if got := agree(matched(labels, others, k)); got != best {
			t.Errorf("%d rows agree, %d can", got, best)
		}
	}
}
