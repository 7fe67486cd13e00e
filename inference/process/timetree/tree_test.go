package timetree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// check returns an error unless links, numbers of children, times and free slots agree.
func (t *Tree) check() error {
	seen := make([]bool, len(t.Node))
	for _, v := range t.Free {
		if seen[v] || t.InUse(v) || t.IsLeaf(v) {
			return fmt.Errorf("slot %d is free", v)
		}
		seen[v] = true
	}
	for _, v := range t.Preorder() {
		if seen[v] {
			return fmt.Errorf("slot %d comes twice", v)
		}
		seen[v] = true
		kids := int32(0)
		for b := t.Node[v].First; b >= 0; b = t.Node[b].Next {
			if kids++; t.Node[b].Parent != v || !(t.Node[b].Ell > t.Node[v].Ell) || t.ParentEll(b) != t.Node[v].Ell ||
				t.ParentRem(b) != t.Node[v].Rem {
				return fmt.Errorf("node %d and its child %d", v, b)
			}
		}
		if kids != t.Node[v].Kids || (kids == 0) != t.IsLeaf(v) || kids == 1 {
			return fmt.Errorf("node %d has %d children", v, kids)
		}
		if !(math.Abs(t.Node[v].Rem-math.Exp(-t.Node[v].Ell)) <= 1e-15) {
			return fmt.Errorf("times of node %d", v)
		}
	}
	if i := slices.Index(seen, false); i >= 0 {
		return fmt.Errorf("slot %d is lost", i)
	}
	return nil
}

// random returns a tree of n leaves, attached one by one.
func random(rng *rand.Rand, n int) *Tree {
	t := New(n)
	t.Empty()
	t.Top, t.Node[0].Parent = 0, -1
	for v := int32(1); int(v) < n; v++ {
		t.Link(v, t.anywhere(rng, v))
	}
	return &t
}

// anywhere returns a random place for the subtree at r.
func (t *Tree) anywhere(rng *rand.Rand, r int32) Place {
	for {
		order := t.Preorder()
		v := order[rng.IntN(len(order))]
		if !t.IsLeaf(v) && rng.IntN(2) == 0 && t.Node[v].Ell < t.Node[r].Ell {
			return Place{Node: v, Join: true, Ell: t.Node[v].Ell, Rem: t.Node[v].Rem}
		}
		low, high := t.ParentEll(v), math.Min(math.Min(t.Node[v].Ell, t.Node[r].Ell), t.ParentEll(v)+1)
		if ell := low + (high-low)*(0.1+0.8*rng.Float64()); ell > low && ell < high {
			return Place{Node: v, Ell: ell, Rem: math.Exp(-ell)}
		}
	}
}

// After any moves the links agree. What was detached goes back to the same slots in the same order, or to where it
// came from.
func TestMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 70))
	for _, n := range []int{2, 3, 12, 40} {
		tree := random(rng, n)
		for range 400 {
			order := slices.Clone(tree.Preorder())
			r := order[rng.IntN(len(order))]
			if r == tree.Top {
				continue
			}
			nodes, free, top := slices.Clone(tree.Node), slices.Clone(tree.Free), tree.Top
			cut, from := tree.Detach(r)
			if tree.Holds(r) || from >= 0 && !tree.Holds(from) {
				t.Fatalf("%d leaves: node %d is detached, and the tree changes from %d", n, r, from)
			}
			if was := tree.PlaceOf(cut); was.Join == cut.Removed || !tree.Holds(was.Node) {
				t.Fatalf("%d leaves: it hung at %+v", n, was)
			}
			if rng.IntN(2) == 0 {
				tree.Restore(cut)
				if !reflect.DeepEqual(tree.Node, nodes) || !slices.Equal(tree.Free, free) || tree.Top != top {
					t.Fatalf("%d leaves: node %d is not where it was", n, r)
				}
			} else {
				tree.Link(r, tree.anywhere(rng, r))
			}
			if err := tree.check(); err != nil {
				t.Fatalf("%d leaves: %v", n, err)
			}
		}
		if got := tree.Points(); got != float64(len(tree.Preorder())-n) {
			t.Errorf("%d leaves: %v branch points", n, got)
		}
	}
}

// A tree goes through the form in which it is drawn, published and loaded: the parents and times of all nodes stay.
func TestForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 70))
	for _, n := range []int{2, 7, 30} {
		tree := random(rng, n)
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprint("row ", i)
		}
		top, parent, ell := tree.Drawn()
		shown := Publish(names, top, parent, ell)
		if err := shown.Check(); err != nil {
			t.Fatal(err)
		}
		kidCount, kids := make([]int32, len(parent)), []int32{}
		all, rem := make([]float64, len(parent)), make([]float64, len(parent))
		for v := range parent {
			kidCount[v] = int32(len(shown.Children[v]))
			for _, k := range shown.Children[v] {
				kids = append(kids, int32(k))
			}
			all[v], rem[v] = shown.LogTime[v], math.Exp(-shown.LogTime[v])
		}
		again := New(n)
		again.Load(top, parent, kidCount, kids, all, rem)
		if err := again.check(); err != nil {
			t.Fatal(err)
		}
		top2, parent2, ell2 := again.Drawn()
		if top2 != top || !slices.Equal(parent2, parent) || !slices.Equal(ell2, ell) {
			t.Errorf("%d leaves: the tree that is loaded is another", n)
		}
	}
}
