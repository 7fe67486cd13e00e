package tree

import (
	"math/rand/v2"
	"testing"
)

// changes counts where along the leaves as drawn one group follows another.
func changes(t *Tree, of []int) (count int) {
	last := -1
	for _, v := range t.PreOrder() {
		if !t.IsLeaf(v) {
			continue
		}
		if last >= 0 && of[last] != of[v] {
			count++
		}
		last = v
	}
	return count
}

// leastChanges tries all orders of the children of branch points of two.
func leastChanges(t *Tree, of []int) int {
	var pairs []int
	for v, c := range t.Children {
		if len(c) == 2 {
			pairs = append(pairs, v)
		}
	}
	least := 1 << 30
	for mask := range 1 << len(pairs) {
		o := t
		for k, v := range pairs {
			if mask>>k&1 == 1 {
				o = o.Rotate(v)
			}
		}
		least = min(least, changes(o, of))
	}
	return least
}

func TestTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 1))
	turned := 0
	for trial := range 400 {
		n := 3 + rng.IntN(7)
		x := grow(rng, n)
		groups, of := make([][]int, 1+rng.IntN(4)), make([]int, n)
		for i := range n {
			if g := rng.IntN(len(groups) + 1); g > 0 {
				groups[g-1], of[i] = append(groups[g-1], i), g
			}
		}
		o := x.Together(groups)
		if err := o.Check(); err != nil {
			t.Fatal(err)
		}
		if len(groups) < 2 {
			if o != x {
				t.Fatalf("trial %d: a tree of one group is turned", trial)
			}
			continue
		}
		want, got := leastChanges(x, of), changes(o, of)
		if got != want {
			t.Fatalf("trial %d: %d changes along the leaves, %d by all orders", trial, got, want)
		}
		if got == changes(x, of) && o != x {
			t.Fatalf("trial %d: a tree that cannot be better is turned", trial)
		}
		if o != x {
			turned++
		}
	}
	if turned < 50 {
		t.Errorf("only %d of 400 trees were turned", turned)
	}
}
