package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Any number of groups can be had; what is joined are children of one branch point, those that Ward's
// criterion, computed from the rows themselves, joins.
func TestCutExactly(t *testing.T) {
	joins := 0
	rapid.Check(t, func(t *rapid.T) {
		r, rng := draw(t)
		if rng.IntN(2) == 0 { // ties, also of a branch point and its parent
			for v := r.Leaves(); v < r.Nodes(); v++ {
				depth := 0.0
				for u := r.Parent[v]; u >= 0; u = r.Parent[u] {
					depth++
				}
				r.LogTime[v] = math.Floor(1 + depth/2)
			}
		}
		x := make([][]float64, r.Leaves())
		for i := range x {
			x[i] = []float64{rng.NormFloat64(), rng.NormFloat64()}
		}
		k := rapid.IntRange(0, 45).Draw(t, "k")
		groups, at := r.CutExactly(k, func(leaf int) []float64 { return x[leaf] })
		if want := min(max(k, 1), r.Leaves()); len(groups) != want {
			t.Fatalf("%d groups, not %d", len(groups), want)
		}
		var all []int
		for _, g := range groups {
			all = append(all, g...)
		}
		slices.Sort(all)
		for i, leaf := range all {
			if i != leaf {
				t.Fatal("the groups do not hold every leaf once")
			}
		}
		whole, latest := r.CutInto(k)
		if !math.IsNaN(at) {
			if at != latest || !slices.EqualFunc(groups, whole, slices.Equal) {
				t.Fatal("a cut without joins is not that of one time")
			}
			return
		}
		joins++
		parted := r.CutAt(math.Nextafter(latest, math.Inf(1)))
		order := r.LeafOrder()
		before := -1
		for _, g := range groups {
			if first := slices.Index(order, g[0]); first < before {
				t.Fatal("groups are not in drawing order")
			} else {
				before = first
			}
			if !slices.IsSortedFunc(g, func(a, b int) int { return slices.Index(order, a) - slices.Index(order, b) }) {
				t.Fatal("leaves are not in drawing order")
			}
			// Each group is a union of clades of the later cut, all of one clade of the earlier one.
			for _, p := range parted {
				if n := common(g, p); n != 0 && n != len(p) {
					t.Fatal("a clade was torn apart")
				}
			}
			if !slices.ContainsFunc(whole, func(w []int) bool { return common(g, w) == len(g) }) {
				t.Fatal("groups of two branch points were joined")
			}
		}
	})
	if joins == 0 {
		t.Error("nothing was ever joined")
	}
}

func common(a, b []int) (n int) {
	for _, v := range a {
		if slices.Contains(b, v) {
			n++
		}
	}
	return n
}

// The children of a star are joined as Ward's linkage of the rows joins them, missing cells aside.
func TestJoinedAsWard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 14).Draw(t, "leaves")
		x := make([][]float64, n)
		star := &Tree{Names: make([]string, n), Parent: make([]int, n+1), Children: make([][]int, n+1),
			LogTime: make([]float64, n+1), Top: n}
		for i := range x {
			x[i] = []float64{rapid.Float64Range(-5, 5).Draw(t, "y"), rapid.Float64Range(-5, 5).Draw(t, "z")}
			star.Parent[i] = n
			star.Children[n] = append(star.Children[n], i)
			star.LogTime[i] = math.Inf(1)
		}
		star.Parent[n], star.LogTime[n] = -1, 0.5
		want := make([][]int, n)
		for i := range want {
			want[i] = []int{i}
		}
		for k := n; k >= 1; k-- {
			got, _ := star.CutExactly(k, func(leaf int) []float64 { return x[leaf] })
			for _, g := range got {
				slices.Sort(g)
			}
			if a, b := spreadOf(got, x), spreadOf(want, x); !(math.Abs(a-b) <= 1e-9*(1+b)) {
				t.Fatalf("%d groups: spread %v, that of Ward's %v", k, a, b)
			}
			if k == 1 {
				break
			}
			least, a, b := math.Inf(1), 0, 0
			for i := range want {
				for j := range i {
					more := spreadOf([][]int{append(slices.Clone(want[i]), want[j]...)}, x) - spreadOf([][]int{want[i]}, x) -
						spreadOf([][]int{want[j]}, x)
					if more < least {
						least, a, b = more, i, j
					}
				}
			}
			want[b] = append(want[b], want[a]...)
			want = slices.Delete(want, a, a+1)
		}
	})
}

// A missing cell takes no part: the row without one is joined by the column that it has.
func TestJoinedWithMissingCells(t *testing.T) {
	nan := math.NaN()
	x := [][]float64{{0, 0}, {0.1, nan}, {5, 5}, {nan, 5.2}}
	star := &Tree{Names: make([]string, 4), Parent: []int{4, 4, 4, 4, -1},
		Children: [][]int{nil, nil, nil, nil, {0, 1, 2, 3}},
		LogTime:  []float64{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1), 0.5}, Top: 4}
	groups, at := star.CutExactly(2, func(leaf int) []float64 { return x[leaf] })
	if !math.IsNaN(at) || !slices.EqualFunc(groups, [][]int{{0, 1}, {2, 3}}, slices.Equal) {
		t.Errorf("%v at %v", groups, at)
	}
}

// Of very many children the largest are joined pair by pair and the others follow them, here into three
// clouds far apart.
func TestJoinedOfManyChildren(t *testing.T) {
	const n = 3 * mostJoined
	star := &Tree{Names: make([]string, n), Parent: make([]int, n+1), Children: make([][]int, n+1),
		LogTime: make([]float64, n+1), Top: n}
	rng := rand.New(rand.NewPCG(1, 2))
	x := make([][]float64, n)
	for i := range x {
		x[i] = []float64{float64(100*(i%3)) + rng.NormFloat64(), rng.NormFloat64()}
		star.Parent[i], star.LogTime[i] = n, math.Inf(1)
		star.Children[n] = append(star.Children[n], i)
	}
	star.Parent[n], star.LogTime[n] = -1, 0.5
	row := func(leaf int) []float64 { return x[leaf] }
	groups, _ := star.CutExactly(3, row)
	if len(groups) != 3 {
		t.Fatalf("%d groups", len(groups))
	}
	for g, members := range groups {
		if len(members) != mostJoined || members[0] != g {
			t.Errorf("group %d has %d leaves from %d on", g, len(members), members[0])
		}
		for _, i := range members {
			if i%3 != members[0]%3 {
				t.Fatalf("group %d has leaves of two clouds", g)
			}
		}
	}
	if groups, _ = star.CutExactly(n-1, row); len(groups) != n-1 {
		t.Errorf("%d groups of %d", len(groups), n-1)
	}
}
