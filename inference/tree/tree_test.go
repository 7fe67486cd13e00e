package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// grow makes a random tree of n leaves from seeds: clades of two to four join
// until one is left, times by exponential steps.
func grow(rng *rand.Rand, n int) *Tree {
	names := make([]string, n)
	parent := make([]int, n, 2*n)
	var open []int
	for i := range n {
		names[i] = "leaf_" + strconv.Itoa(i)
		open = append(open, i)
	}
	for len(open) > 1 {
		v := len(parent)
		parent = append(parent, -1)
		for range min(len(open), 2+rng.IntN(3)) {
			k := rng.IntN(len(open))
			parent[open[k]] = v
			open[k] = open[len(open)-1]
			open = open[:len(open)-1]
		}
		open = append(open, v)
	}
	parent[open[0]] = -1
	logTime := make([]float64, len(parent))
	for v := len(parent) - 1; v >= 0; v-- {
		switch {
		case v < n:
			logTime[v] = math.Inf(1)
		case parent[v] < 0:
			logTime[v] = 0.1 * rng.ExpFloat64()
		default:
			logTime[v] = logTime[parent[v]] + 1e-3 + rng.ExpFloat64()
		}
	}
	t, err := New(names, parent, logTime)
	if err != nil {
		panic(err)
	}
	return t
}

func draw(t *rapid.T) (*Tree, *rand.Rand) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	return grow(rng, rapid.IntRange(1, 40).Draw(t, "leaves")), rng
}

// comb has its leaves one below the other: the deepest tree there is.
func comb(n int) *Tree {
	names := make([]string, n)
	parent := make([]int, 2*n-1)
	logTime := make([]float64, 2*n-1)
	for i := range n {
		names[i] = strconv.Itoa(i)
		logTime[i] = math.Inf(1)
		parent[i] = min(n+i, 2*n-2)
	}
	for k := range n - 1 {
		parent[n+k] = n + k - 1
		logTime[n+k] = float64(k+1) / float64(n) * 20
	}
	parent[n] = -1
	t, err := New(names, parent, logTime)
	if err != nil {
		panic(err)
	}
	return t
}

func TestCheckFindsWhatIsBroken(t *testing.T) {
	good := func() *Tree { return grow(rand.New(rand.NewPCG(3, 1)), 12) }
	if err := good().Check(); err != nil {
		t.Fatal(err)
	}
	inner := func(r *Tree) int { // a branch point below the top
		for v := r.Leaves(); v < r.Nodes(); v++ {
			if v != r.Top {
				return v
			}
		}
		panic("none")
	}
	for want, spoil := range map[string]func(r *Tree){
		"before its parent": func(r *Tree) { r.LogTime[inner(r)] = 0; r.LogTime[r.Top] = 0.5 },
		"same time":         func(r *Tree) { r.LogTime[inner(r)] = r.LogTime[r.Parent[inner(r)]] },
		"at time 1":         func(r *Tree) { r.LogTime[inner(r)] = math.Inf(1) },
		"not a number ≥ 0":  func(r *Tree) { r.LogTime[0] = math.NaN() },
		"has children":      func(r *Tree) { r.Children[0] = []int{1, 2} },
		"has 1 children":    func(r *Tree) { v := inner(r); r.Children[v] = r.Children[v][:1] },
		"reached twice":     func(r *Tree) { v := inner(r); r.Children[v] = []int{r.Children[v][0], r.Children[v][0]} },
		"but has parent":    func(r *Tree) { r.Parent[0] = 1 },
		"has parent 3":      func(r *Tree) { r.Parent[r.Top] = 3 },
		"top node -1":       func(r *Tree) { r.Top = -1 },
		"support":           func(r *Tree) { r.Support = make([]float64, r.Nodes()); r.Support[2] = 1.5 },
		"supports for":      func(r *Tree) { r.Support = make([]float64, 2) },
		"no leaves":         func(r *Tree) { r.Names = nil },
		"do not match":      func(r *Tree) { r.LogTime = r.LogTime[:3] },
		"not one of":        func(r *Tree) { v := inner(r); r.Children[v] = append(r.Children[v], 999) },
		"cannot be reached": func(r *Tree) {
			r.Parent = append(r.Parent, 0)
			r.LogTime = append(r.LogTime, 1)
			r.Children = append(r.Children, nil)
		},
	} {
		r := good()
		spoil(r)
		if err := r.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a tree spoilt to give %q gives %v", want, err)
		}
	}
}

func TestOrderKeepsStructure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, rng := draw(t)
		key := make([]float64, r.Leaves())
		for i := range key {
			if key[i] = rng.NormFloat64(); rng.IntN(8) == 0 {
				key[i] = math.NaN()
			}
		}
		text := r.Canonical()
		for what, o := range map[string]*Tree{
			"Rotate":          r.Rotate(rng.IntN(r.Nodes())),
			"OrderBy":         r.OrderBy(key),
			"Ladderize":       r.Ladderize(),
			"OrderByPosition": r.OrderByPosition(rng.Perm(r.Leaves())),
			"Clone":           r.Clone(),
		} {
			if err := o.Check(); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			if o.Canonical() != text {
				t.Fatalf("%s changed the structure from %s to %s", what, text, o.Canonical())
			}
			if d, err := RobinsonFoulds(r, o); d != 0 || err != nil {
				t.Fatalf("%s: distance %d, %v", what, d, err)
			}
		}
		if r.Canonical() != text {
			t.Fatal("the tree itself was changed")
		}
		v := rng.IntN(r.Nodes())
		if !slices.Equal(r.Rotate(v).Rotate(v).LeafOrder(), r.LeafOrder()) {
			t.Fatal("rotating twice does not give the first order back")
		}
		want := r.Rotate(v).Ladderize().LeafOrder()
		if got := r.OrderByPosition(want).LeafOrder(); !slices.Equal(got, want) {
			t.Fatalf("order %v became %v", want, got)
		}
	})
}

func TestCanonicalTellsTreesApart(t *testing.T) {
	seen := map[string]string{}
	for _, s := range []string{"(a,b,c);", "((a,b),c);", "((a,c),b);", "((b,c),a);", "a;", "(a,b);", "((a,b),(c,d));",
		"(a,b,c,d);", "(((a,b),c),d);", "((a,b,c),d);", "((a,b),c,d);"} {
		r, err := ParseNewick([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		r, err = MatchLeaves(r, []string{"a", "b", "c", "d"}[:r.Leaves()])
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[r.Canonical()]; ok {
			t.Errorf("%s and %s have the same text", s, other)
		}
		seen[r.Canonical()] = s
	}
	if seen["((0,2),1)"] != "((a,c),b);" {
		t.Errorf("canonical forms are %v", seen)
	}
}

func TestFindClade(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, rng := draw(t)
		v := rng.IntN(r.Nodes())
		rows := r.LeavesBelow(v)
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		if got, ok := r.FindClade(append(rows, rows[0])); got != v || !ok {
			t.Fatalf("the leaves of node %d are found at %d, %v", v, got, ok)
		}
		some := rng.Perm(r.Leaves())[:1+rng.IntN(r.Leaves())]
		want := some[0]
		for _, s := range some {
			want = r.CommonAncestor(want, s)
		}
		got, ok := r.FindClade(some)
		if got != want || ok != (len(r.LeavesBelow(want)) == len(some)) {
			t.Fatalf("rows %v are found at %d, %v, not %d", some, got, ok, want)
		}
	})
	r := comb(4)
	for _, rows := range [][]int{nil, {-1}, {4}} {
		if v, ok := r.FindClade(rows); v != -1 || ok {
			t.Errorf("FindClade(%v) is %d, %v", rows, v, ok)
		}
	}
}

// CutInto against its definition: all cuts at times of branch points are tried.
func TestCutInto(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, rng := draw(t)
		if rng.IntN(2) == 0 { // ties between branch points
			for v := r.Leaves(); v < r.Nodes(); v++ {
				depth := 1.0
				for u := r.Parent[v]; u >= 0; u = r.Parent[u] {
					depth++
				}
				r.LogTime[v] = depth
			}
		}
		k := rapid.IntRange(0, 45).Draw(t, "k")
		groups, at := r.CutInto(k)
		if len(groups) > max(k, 1) {
			t.Fatalf("%d groups for at most %d", len(groups), k)
		}
		var all []int
		for _, g := range groups {
			all = append(all, g...)
			for _, i := range g {
				for _, j := range g {
					if c := r.CommonAncestor(i, j); i != j && r.LogTime[c] < at {
						t.Fatal("leaves that have parted stand together")
					}
				}
			}
		}
		if !slices.Equal(all, r.LeafOrder()) {
			t.Fatal("groups are not in drawing order")
		}
		times := append(slices.Clone(r.LogTime[r.Leaves():]), math.Inf(1))
		for _, l := range times {
			if n := len(r.CutAt(l)); n <= max(k, 1) && l > at {
				t.Fatalf("the cut at %v has %d groups and is later than %v", l, n, at)
			}
		}
		labels := GroupLabels(groups, r.Leaves())
		for g, rows := range groups {
			for _, i := range rows {
				if labels[i] != g {
					t.Fatal("labels are not those of the groups")
				}
			}
		}
	})
}

func TestRestrict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, rng := draw(t)
		rows := rng.Perm(r.Leaves())[:1+rng.IntN(r.Leaves())]
		s := r.Restrict(rows)
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			for j := range rows {
				if s.SharedTime(i, j) != r.SharedTime(rows[i], rows[j]) {
					t.Fatal("times of common ancestors changed")
				}
			}
		}
	})
}

// RobinsonFoulds against sets of clades written out.
func TestRobinsonFoulds(t *testing.T) {
	clades := func(r *Tree) map[string]bool {
		set := map[string]bool{}
		for v := r.Leaves(); v < r.Nodes(); v++ {
			rows := r.LeavesBelow(v)
			slices.Sort(rows)
			var b strings.Builder
			for _, x := range rows {
				b.WriteString(strconv.Itoa(x) + " ")
			}
			set[b.String()] = true
		}
		return set
	}
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n := rapid.IntRange(1, 9).Draw(t, "leaves")
		a, b := grow(rng, n), grow(rng, n)
		ca, cb := clades(a), clades(b)
		want, shared := 0, 0
		for c := range ca {
			if cb[c] {
				shared++
			} else {
				want++
			}
		}
		for c := range cb {
			if !ca[c] {
				want++
			}
		}
		got, err := RobinsonFoulds(a, b)
		if got != want || err != nil {
			t.Fatalf("distance %d, %v, want %d", got, err, want)
		}
		if s := SharedClades(a, b); len(s) != shared {
			t.Fatalf("%d shared clades, want %d", len(s), shared)
		}
		if (got == 0) != (a.Canonical() == b.Canonical()) {
			t.Fatal("distance and text disagree")
		}
	})
}

func TestMatchLeaves(t *testing.T) {
	r, err := ParseNewick([]byte("((Homo_sapiens:.5,b:.5):.5,c:1);"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := MatchLeaves(r, []string{"c", "Homo sapiens", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Check(); err != nil || m.Canonical() != "(0,(1,2))" || m.SharedTime(1, 2) != 0.5 {
		t.Errorf("matched tree is %s: %v", m.Newick(), err)
	}
	_, err = MatchLeaves(r, []string{"c", "d", "b", "b"})
	want :=
		`tree: the leaves do not match the rows of the table; names used twice: "b"; rows without a leaf: "d"; leaves without a row: "Homo_sapiens"; each row must share its name with exactly one leaf`
	if err == nil || err.Error() != want {
		t.Errorf("error is %v", err)
	}
}

func TestDeepTrees(t *testing.T) {
	r := comb(100_000)
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	if got := len(r.Ladderize().LeafOrder()); got != 100_000 {
		t.Error(got)
	}
	if len(r.Canonical()) < 100_000 {
		t.Error("no canonical form")
	}
	if g, _ := r.CutInto(10); len(g) != 10 {
		t.Errorf("%d groups", len(g))
	}
	if d, err := RobinsonFoulds(r, r.Ladderize()); d != 0 || err != nil {
		t.Error(d, err)
	}
	back, err := ParseNewick([]byte(r.Newick()))
	if err != nil || back.Leaves() != 100_000 {
		t.Fatal(err)
	}
}

// The lines to two leaves are one until the time of the leaves' common ancestor.
func TestSharedTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, _ := draw(t)
		for i := range r.Leaves() {
			for j := range r.Leaves() {
				if r.SharedTime(i, j) != r.Time(r.CommonAncestor(i, j)) {
					t.Fatal("SharedTime differs")
				}
			}
		}
	})
}

func TestAtTimeOne(t *testing.T) {
	r, err := ParseNewick([]byte("((a:.1,b:.2):.1,c:.4);"))
	if err != nil {
		t.Fatal(err)
	}
	if r.AtTimeOne() {
		t.Error("leaves at 0.4 count as being at time 1")
	}
	if r, err = ParseNewick([]byte("((a:.5,b:.5):.5,c:1);")); err != nil || !r.AtTimeOne() {
		t.Errorf("leaves at 1 do not: %v", err)
	}
}
