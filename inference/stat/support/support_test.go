package support_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/tree"
)

// random returns the parents of a tree of n leaves: groups of two or three joined until one is left.
func random(n int, rng *rand.Rand) []int {
	parent, roots := make([]int, n), rng.Perm(n)
	for len(roots) > 1 {
		k, u := min(2+rng.IntN(2), len(roots)), len(parent)
		parent = append(parent, -1)
		for range k {
			i := rng.IntN(len(roots))
			parent[roots[i]] = u
			roots = append(roots[:i], roots[i+1:]...)
		}
		roots = append(roots, u)
	}
	return parent
}

func treeOf(parent []int, n int) *tree.Tree {
	t := &tree.Tree{Names: make([]string, n), Parent: parent, Children: make([][]int, len(parent)),
		LogTime: make([]float64, len(parent))}
	for v, u := range parent {
		if u >= 0 {
			t.Children[u] = append(t.Children[u], v)
		} else {
			t.Top = v
		}
	}
	return t
}

// sets returns the leaves below each node, as bits.
func sets(t *tree.Tree) []uint64 {
	out := make([]uint64, len(t.Parent))
	for v := range out {
		for _, l := range t.LeavesBelow(v) {
			out[v] |= 1 << l
		}
	}
	return out
}

func ones(x uint64) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

// Both supports are those found by comparing each clade with each of each draw.
func TestSupports(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	const n = 12
	w := &witness.Witnesses{Rows: n, Columns: 3, Effective: 3}
	for range 25 {
		w.Parents = append(w.Parents, random(n, rng))
	}
	if err := w.Check(nil); err != nil {
		t.Fatal(err)
	}
	s := support.Of(w)
	for k := range 5 {
		one := treeOf(random(n, rng), n)
		if k == 0 {
			one = treeOf(w.Parents[3], n)
		}
		exact, near := s.Exact(one), s.Near(one)
		for v, a := range sets(one) {
			if one.IsLeaf(v) {
				if !math.IsNaN(exact[v]) || !math.IsNaN(near[v]) {
					t.Fatalf("leaf %d has support %v, %v", v, exact[v], near[v])
				}
				continue
			}
			share, mean := 0.0, 0.0
			for _, p := range w.Parents {
				least := 64
				for _, b := range sets(treeOf(p, n)) {
					least = min(least, ones(a^b))
				}
				if least == 0 {
					share++
				}
				mean += 1 - float64(least)/float64(ones(a)-1)
			}
			if !(math.Abs(exact[v]-share/25) <= 1e-12) || !(math.Abs(near[v]-mean/25) <= 1e-12) {
				t.Errorf("clade %b: %v, %v; want %v, %v", a, exact[v], near[v], share/25, mean/25)
			}
		}
	}
	if support.Of(nil) != nil || support.Of(&witness.Witnesses{Rows: 3}) != nil {
		t.Error("a set of no draws")
	}
}

// A chain of many leaves would take too long: nothing is returned, or fewer draws are asked.
func TestLongChains(t *testing.T) {
	ladder := func(n int) []int {
		parent := make([]int, 2*n-1)
		parent[0] = n
		for i := 1; i < n; i++ {
			parent[i], parent[n+i-1] = n+i-1, n+i
		}
		parent[2*n-2] = -1
		return parent
	}
	for n, known := range map[int]bool{60: true, 3000: false} {
		w := &witness.Witnesses{Rows: n, Columns: 1, Effective: 1}
		for range 20 {
			w.Parents = append(w.Parents, ladder(n))
		}
		near := support.Of(w).Near(treeOf(ladder(n), n))
		if known && (near == nil || near[n+1] != 1) || !known && near != nil {
			t.Errorf("%d rows: %v", n, near != nil)
		}
	}
}
