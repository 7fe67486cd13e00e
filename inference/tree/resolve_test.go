package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A resolved tree is binary, keeps every clade and adds only unions of children, each the one that adds
// least to the spread, by brute force.
func TestResolved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		tr := grow(rng, rapid.IntRange(1, 25).Draw(t, "leaves"))
		x := points(rng, tr.Leaves(), 2, false)
		r := tr.Resolved(func(i int) []float64 { return x[i] })
		if err := r.Check(); err != nil && r.Nodes() == tr.Nodes() {
			t.Fatal(err)
		}
		if r.Nodes() != max(2*tr.Leaves()-1, 1) {
			t.Fatalf("%d nodes of %d leaves", r.Nodes(), tr.Leaves())
		}
		for v := range r.Nodes() {
			if r.IsLeaf(v) {
				continue
			}
			if len(r.Children[v]) != 2 {
				t.Fatalf("node %d has children %v", v, r.Children[v])
			}
			for _, c := range r.Children[v] {
				if r.Parent[c] != v {
					t.Fatalf("the parent of %d is %d, not %d", c, r.Parent[c], v)
				}
			}
		}
		for v := range tr.Nodes() {
			if node, ok := r.FindClade(tr.LeavesBelow(v)); !ok || node != v || r.LogTime[v] != tr.LogTime[v] {
				t.Fatalf("clade %d is node %d, %v", v, node, ok)
			}
		}
		for v := tr.Leaves(); v < tr.Nodes(); v++ {
			parts := make([][]int, 0, 8)
			for _, c := range tr.Children[v] {
				parts = append(parts, tr.LeavesBelow(c))
			}
			for len(parts) > 2 {
				best, a, b := math.Inf(1), 0, 0
				for i := range parts {
					for j := range i {
						if cost := spreadOf([][]int{slices.Concat(parts[i], parts[j])}, x) -
							spreadOf([][]int{parts[i], parts[j]}, x); cost < best {
							best, a, b = cost, i, j
						}
					}
				}
				union := slices.Concat(parts[a], parts[b])
				w, ok := r.FindClade(union)
				if !ok || w < tr.Nodes() || r.LogTime[w] != tr.LogTime[v] {
					t.Fatalf("%v is no union", union)
				}
				parts[b] = union
				parts = slices.Delete(parts, a, a+1)
			}
		}
		ordered := tr.OrderedAs(r)
		if !slices.Equal(ordered.LeafOrder(), r.LeafOrder()) {
			t.Fatalf("order %v, not %v", ordered.LeafOrder(), r.LeafOrder())
		}
	})
}

// Of very many children the small ones join the nearest of the large ones: round clusters far apart stay whole.
func TestResolvedOfVeryManyChildren(t *testing.T) {
	if testing.Short() {
		t.Skip("joins 4,300 children")
	}
	const n = 4300
	names, parent, logTime := make([]string, n), make([]int, n+1), make([]float64, n+1)
	x := make([][]float64, n)
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range x {
		parent[i], logTime[i] = n, math.Inf(1)
		x[i] = []float64{100*float64(i%3) + rng.NormFloat64()}
	}
	parent[n], logTime[n] = -1, 0.1
	tr, err := New(names, parent, logTime)
	if err != nil {
		t.Fatal(err)
	}
	r := tr.Resolved(func(i int) []float64 { return x[i] })
	for g := range 3 {
		var rows []int
		for i := g; i < n; i += 3 {
			rows = append(rows, i)
		}
		if _, ok := r.FindClade(rows); !ok {
			t.Errorf("cluster %d is no union", g)
		}
	}
}
