package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// points draws values of the leaves of a tree.
func points(rng *rand.Rand, n, d int, gaps bool) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
		for j := range x[i] {
			x[i][j] = 100*float64(j) + rng.NormFloat64()
			if gaps && rng.IntN(5) == 0 {
				x[i][j] = math.NaN()
			}
		}
	}
	return x
}

// splits lists every way in which one branch parts the leaves, by the leaves below it, straight from the clades.
func splits(t *Tree) (list []map[int]bool) {
	for v := range t.Nodes() {
		if v == t.Top {
			continue
		}
		side := map[int]bool{}
		for _, leaf := range t.LeavesBelow(v) {
			side[leaf] = true
		}
		list = append(list, side)
	}
	return list
}

// bestStep returns the least spread that one more branch can leave, over all groups and branches.
func bestStep(groups [][]int, list []map[int]bool, x [][]float64) float64 {
	least := math.Inf(1)
	for g := range groups {
		for _, side := range list {
			var a, b []int
			for _, leaf := range groups[g] {
				if side[leaf] {
					a = append(a, leaf)
				} else {
					b = append(b, leaf)
				}
			}
			if len(a) > 0 && len(b) > 0 {
				least = min(least, spreadOf(append([][]int{a, b}, slices.Delete(slices.Clone(groups), g, g+1)...), x))
			}
		}
	}
	return least
}

// Every step of the branch cut is the best one, by brute force, and every group is a part of the tree.
func TestCutBranchesStepsAreBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		tr := grow(rng, rapid.IntRange(1, 8).Draw(t, "leaves"))
		x := points(rng, tr.Leaves(), 3, rng.IntN(2) == 0)
		b := tr.CutBranches(20, func(i int) []float64 { return x[i] })
		if len(b.Nodes) != tr.Leaves()-1 {
			t.Fatalf("%d branches of a tree of %d leaves", len(b.Nodes), tr.Leaves())
		}
		all, list := b.Groups(1), splits(tr)
		if len(all) != 1 || !slices.Equal(all[0], tr.LeafOrder()) {
			t.Fatalf("one group: %v", all)
		}
		if got, want := b.Total, spreadOf(all, x); !(math.Abs(got-want) <= 1e-9*(1+want)) {
			t.Fatalf("total %v, not %v", got, want)
		}
		for k := 2; k <= tr.Leaves(); k++ {
			before, now := b.Groups(k-1), b.Groups(k)
			least := bestStep(before, list, x)
			if got := spreadOf(now, x); len(now) != k || !(math.Abs(got-least) <= 1e-9*(1+b.Total)) {
				t.Fatalf("step to %d groups leaves %v, the best %v", k, got, least)
			}
			if gain := spreadOf(before, x) - least; !(math.Abs(gain-b.Gain[k-2]) <= 1e-9*(1+b.Total)) {
				t.Fatalf("gain %v, not %v", b.Gain[k-2], gain)
			}
			for _, g := range now { // nested
				if !slices.ContainsFunc(before, func(w []int) bool { return common(g, w) == len(g) }) {
					t.Fatalf("%v is in none of %v", g, before)
				}
			}
			if share := 1 - least/b.Total; b.Total > 0 && !(math.Abs(b.Explained(k)-share) <= 1e-9) {
				t.Fatalf("explained %v, not %v", b.Explained(k), share)
			}
		}
	})
}

// sets returns groups as sorted sets of the names of their leaves.
func sets(t *Tree, groups [][]int) [][]string {
	var all [][]string
	for _, g := range groups {
		var names []string
		for _, leaf := range g {
			names = append(names, t.Names[leaf])
		}
		slices.Sort(names)
		all = append(all, names)
	}
	slices.SortFunc(all, func(a, b []string) int { return slices.Compare(a, b) })
	return all
}

// The cut does not depend on the order of rows and children, nor on where the tree has its root.
func TestCutBranchesNeedsNoRootAndNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4))
		tr := grow(rng, rapid.IntRange(2, 30).Draw(t, "leaves"))
		x := points(rng, tr.Leaves(), 2, rng.IntN(2) == 0)
		value := map[string][]float64{}
		for i, name := range tr.Names {
			value[name] = x[i]
		}
		k := rapid.IntRange(1, 31).Draw(t, "k")
		cut := func(tr *Tree) [][]string {
			return sets(tr, tr.CutBranches(k, func(i int) []float64 { return value[tr.Names[i]] }).Groups(k))
		}
		if tr.CutBranches(k, func(i int) []float64 { return x[i] }).Arbitrary(k) {
			t.Skip("rows without a column in common are as good apart here as there")
		}
		want := cut(tr)
		if len(want) != min(k, tr.Leaves()) {
			t.Fatalf("%d groups, not %d", len(want), k)
		}
		for name, other := range map[string]*Tree{"order": renumbered(tr, rng), "root": rerooted(tr, rng)} {
			if got := cut(other); !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("another %s: %v, not %v", name, got, want)
			}
		}
	})
}

// renumbered returns the tree with its leaves numbered anew and its children in another order.
func renumbered(t *Tree, rng *rand.Rand) *Tree {
	number := rng.Perm(t.Leaves())
	names := make([]string, t.Leaves())
	parent, logTime := slices.Clone(t.Parent), slices.Clone(t.LogTime)
	for old, now := range number {
		names[now], parent[now], logTime[now] = t.Names[old], t.Parent[old], t.LogTime[old]
	}
	r, err := New(names, parent, logTime)
	if err != nil {
		panic(err)
	}
	for v := range r.Children {
		rng.Shuffle(len(r.Children[v]), func(i, j int) {
			r.Children[v][i], r.Children[v][j] = r.Children[v][j],
				r.Children[v][i]
		})
	}
	return r
}

// rerooted returns the tree with its root at another branch point. Its times are made up: the cut sees none.
func rerooted(t *Tree, rng *rand.Rand) *Tree {
	if t.Nodes() == t.Leaves()+1 {
		return t
	}
	at := t.Leaves() + rng.IntN(t.Nodes()-t.Leaves())
	beside := make([][]int, t.Nodes())
	for v, p := range t.Parent {
		if p >= 0 {
			beside[v], beside[p] = append(beside[v], p), append(beside[p], v)
		}
	}
	r := &Tree{Names: t.Names, Top: at, Parent: make([]int, t.Nodes()), Children: make([][]int, t.Nodes()),
		LogTime: make([]float64, t.Nodes())}
	r.Parent[at] = -1
	stack := []int{at}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, c := range beside[v] {
			if c != r.Parent[v] {
				r.Parent[c] = v
				r.Children[v] = append(r.Children[v], c)
				stack = append(stack, c)
			}
		}
	}
	return r
}

// A number of groups is arbitrary where the order of rows decides, and nowhere else.
func TestCutBranchesTellsTies(t *testing.T) {
	for _, k := range []struct {
		what, tree string
		values     []float64
		want       []bool // of one group, two groups, and so on
	}{
		{"different values", "((a:1,b:1):1,(c:1,d:1):1);", []float64{0, 1, 5, 7}, []bool{false, false, false, false}},
		{"two pairs as wide", "((a:1,b:1):1,(c:1,d:1):1);", []float64{0, 1, 5, 6}, []bool{false, false, true, false}},
		{"three equal rows and two", "(((a:1,b:1):1,c:1):1,(d:1,e:1):1);", []float64{1, 1, 1, 2, 2},
			[]bool{false, false, true, true, false}},
		{"one equal pair", "((a:1,b:1):1,c:1);", []float64{1, 1, 2}, []bool{false, false, false}},
		{"three as far apart", "(a:1,b:1,c:1);", []float64{0, 1, 2}, []bool{false, true, false}},
	} {
		tr, err := ParseNewick([]byte(k.tree))
		if err != nil {
			t.Fatal(err)
		}
		b := tr.CutBranches(9, func(i int) []float64 { return k.values[i : i+1] })
		for i, want := range k.want {
			if got := b.Arbitrary(i + 1); got != want {
				t.Errorf("%s, %d groups: %v, not %v", k.what, i+1, got, want)
			}
		}
	}
}

func BenchmarkCutBranches(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	tr := grow(rng, 2000)
	x := points(rng, 2000, 500, false)
	for b.Loop() {
		tr.CutBranches(10, func(i int) []float64 { return x[i] })
	}
}
