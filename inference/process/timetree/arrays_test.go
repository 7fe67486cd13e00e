package timetree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// check returns an error unless links, times and free slots agree.
func (t *Arrays) check() error {
	seen := make([]bool, len(t.Parent))
	for _, v := range t.Free {
		if seen[v] || t.Parent[v] != Absent || t.IsLeaf(v) || len(t.Kids[v]) > 0 {
			return fmt.Errorf("slot %d is free", v)
		}
		seen[v] = true
	}
	for _, v := range t.Preorder() {
		if seen[v] {
			return fmt.Errorf("slot %d comes twice", v)
		}
		seen[v] = true
		if len(t.Kids[v]) == 1 || (len(t.Kids[v]) == 0) != t.IsLeaf(v) {
			return fmt.Errorf("node %d has %d children", v, len(t.Kids[v]))
		}
		for i, k := range t.Kids[v] {
			if t.Parent[k] != v || IndexOf(t.Kids[v], k) != i || !(t.Ell[k] > t.Ell[v]) || t.ParentEll(k) != t.Ell[v] ||
				t.ParentRem(k) != t.Rem[v] {
				return fmt.Errorf("node %d and its child %d", v, k)
			}
		}
		if !t.IsLeaf(v) && !(math.Abs(t.Rem[v]-math.Exp(-t.Ell[v])) <= 1e-15) {
			return fmt.Errorf("times of node %d", v)
		}
	}
	for v, ok := range seen {
		if !ok {
			return fmt.Errorf("slot %d is lost", v)
		}
	}
	return nil
}

// copied returns what a move changes; free slots have no time.
func (t *Arrays) copied() string {
	text := fmt.Sprint(t.Top, t.Parent, t.Kids, t.Free)
	for v, p := range t.Parent {
		if p != Absent {
			text += fmt.Sprint(" ", t.Ell[v], t.Rem[v])
		}
	}
	return text
}

// position returns a random place for the subtree at r.
func (t *Arrays) position(rng *rand.Rand, r int32) Position {
	for {
		order := t.Preorder()
		v := order[rng.IntN(len(order))]
		if !t.IsLeaf(v) && rng.IntN(2) == 0 && t.Rem[v] > t.Rem[r] {
			return Position{Node: v, Join: true}
		}
		if low, high := math.Max(t.Rem[v], t.Rem[r]), t.ParentRem(v); high > low {
			return Position{Node: v, Rem: low + (high-low)*(0.1+0.8*rng.Float64())}
		}
	}
}

// After any moves the links agree, and what is undone leaves the tree as it was, slots and orders too.
func TestArraysMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 70))
	for _, n := range []int{3, 12, 40} {
		tree := NewArrays(n)
		u := tree.Take()
		tree.Top, tree.Parent[u], tree.Parent[0], tree.Parent[1] = u, -1, u, u
		tree.Kids[u] = append(tree.Kids[u], 0, 1)
		tree.SetTime(u, 0.3)
		for v := int32(2); int(v) < n; v++ {
			tree.Link(v, tree.position(rng, v))
		}
		if err := tree.check(); err != nil {
			t.Fatalf("%d leaves: %v", n, err)
		}
		for range 300 {
			order := tree.Preorder()
			r := order[rng.IntN(len(order))]
			if r == tree.Top {
				continue
			}
			before := tree.copied()
			d := tree.Unlink(r)
			if from := d.Touched(); from >= 0 && tree.Parent[from] == Absent {
				t.Fatalf("%d leaves: the tree changes from %d", n, from)
			}
			without := tree.copied()
			at := tree.position(rng, r)
			tree.Link(r, at)
			if rng.IntN(2) == 0 {
				tree.UnlinkNew(r, at)
				if got := tree.copied(); got != without {
					t.Fatalf("%d leaves: taking a new place back leaves\n%s, not\n%s", n, got, without)
				}
				tree.Relink(d)
				if got := tree.copied(); got != before {
					t.Fatalf("%d leaves: going back leaves\n%s, not\n%s", n, got, before)
				}
			}
			if err := tree.check(); err != nil {
				t.Fatalf("%d leaves: %v", n, err)
			}
		}
	}
}

// A child is taken out in place, and IndexOf of what is none panics.
func TestChildren(t *testing.T) {
	kids := []int32{4, 7, 9}
	if got := Without(kids, 1); !reflect.DeepEqual(got, []int32{4, 9}) {
		t.Errorf("%v", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a stranger is a child")
		}
	}()
	IndexOf([]int32{1, 2}, 3)
}
