package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/tree"
)

// random returns a tree of n leaves joined at random; branch points have more than two
// children with probability many each.
func random(n int, many float64, rng *rand.Rand) *tree.Tree {
	names, live := make([]string, n), make([]int, n)
	parent, at := make([]int, n), make([]float64, n)
	for i := range n {
		names[i], live[i], parent[i], at[i] = fmt.Sprintf("leaf %d", i), i, -1, math.Inf(1)
	}
	l := 4.0
	for len(live) > 1 {
		k := 2
		for k < len(live) && rng.Float64() < many {
			k++
		}
		v := len(parent)
		l *= 1 - 0.9*rng.Float64()/float64(len(live)+1)
		parent, at = append(parent, -1), append(at, l)
		for range k {
			i := rng.IntN(len(live))
			parent[live[i]] = v
			live = slices.Delete(live, i, i+1)
		}
		live = append(live, v)
	}
	t, err := tree.New(names, parent, at)
	if err != nil {
		panic(err)
	}
	return t
}

// shuffled returns t with the children of every branch point in another order.
func shuffled(t *tree.Tree, rng *rand.Rand) *tree.Tree {
	c := *t
	c.Children = slices.Clone(t.Children)
	for v, list := range c.Children {
		list = slices.Clone(list)
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		c.Children[v] = list
	}
	return &c
}

// moved returns t with some leaves pruned and grafted elsewhere, by way of its Newick text.
func moved(t *tree.Tree, leaves int, rng *rand.Rand) *tree.Tree {
	for range leaves {
		v := rng.IntN(t.Leaves())
		rest := make([]int, 0, t.Leaves()-1)
		for i := range t.Leaves() {
			if i != v {
				rest = append(rest, i)
			}
		}
		r := t.Restrict(rest)
		parent, at := append([]int{}, r.Parent...), append([]float64{}, r.LogTime...)
		u := rng.IntN(r.Leaves()) // the leaf it joins
		names := append(append([]string{}, r.Names...), t.Names[v])
		// New nodes go to the end and leaves first: renumber branch points by one.
		n := r.Leaves()
		shift := func(x int) int {
			if x >= n {
				return x + 1
			}
			return x
		}
		for i := range parent {
			parent[i] = shift(parent[i])
		}
		parent, at = slices.Insert(parent, n, len(parent)+1), slices.Insert(at, n, math.Inf(1))
		parent, at = append(parent, parent[u]), append(at, at[parent[u]]+0.5)
		parent[u] = len(parent) - 1
		c, err := tree.New(names, parent, at)
		if err != nil {
			panic(err)
		}
		if t, err = tree.MatchLeaves(c, t.Names); err != nil {
			panic(err)
		}
	}
	return t
}

func bruteCrossings(a, b *tree.Tree) int {
	at, order, count := placesOf(b), a.LeafOrder(), 0
	for i := range order {
		for j := range i {
			if at[order[j]] > at[order[i]] {
				count++
			}
		}
	}
	return count
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func TestCrossingsAgreeWithPairs(t *testing.T) {
	rng := seeded(1)
	for range 200 {
		n := 1 + rng.IntN(60)
		a, b := random(n, 0.2, rng), random(n, 0.2, rng)
		if got, want := Crossings(a, b), bruteCrossings(a, b); got != want {
			t.Fatalf("%d leaves: %d crossings, by pairs %d", n, got, want)
		}
	}
}

// everyOrder calls f with t in each of its drawing orders.
func everyOrder(t *tree.Tree, f func(*tree.Tree)) {
	c := *t
	c.Children = slices.Clone(t.Children)
	var nodes []int
	for v := range t.Children {
		if len(t.Children[v]) > 0 {
			c.Children[v] = slices.Clone(t.Children[v])
			nodes = append(nodes, v)
		}
	}
	var at func(i int)
	at = func(i int) {
		if i == len(nodes) {
			f(&c)
			return
		}
		permutations(c.Children[nodes[i]], 0, func() { at(i + 1) })
	}
	at(0)
}

func permutations(x []int, from int, f func()) {
	if from == len(x) {
		f()
		return
	}
	for i := from; i < len(x); i++ {
		x[from], x[i] = x[i], x[from]
		permutations(x, from+1, f)
		x[from], x[i] = x[i], x[from]
	}
}

// TestTurnIsBest: with few children everywhere, turning one tree against a fixed other
// one leaves the fewest crossings possible.
func TestTurnIsBest(t *testing.T) {
	rng := seeded(2)
	for range 60 {
		n := 2 + rng.IntN(6)
		a, b := random(n, 0.3, rng), random(n, 0.3, rng)
		best := math.MaxInt
		everyOrder(a, func(x *tree.Tree) { best = min(best, Crossings(x, b)) })
		r := newTurner(a)
		if got := r.turn(placesOf(b)); got != best {
			t.Fatalf("%d crossings after turning, %d are possible\n%s%s", got, best, a.Newick(), b.Newick())
		} else if x := ordered(a, r.children); Crossings(x, b) != got {
			t.Fatalf("turn counted %d crossings, the drawing has %d", got, Crossings(x, b))
		}
	}
}

func TestTurnCountsWithManyChildren(t *testing.T) {
	rng := seeded(3)
	for range 200 {
		n := 2 + rng.IntN(50)
		a, b := random(n, 0.4, rng), random(n, 0.4, rng)
		r := newTurner(a)
		for range 2 { // the buffers are used again
			before := Crossings(ordered(a, r.children), b)
			got := r.turn(placesOf(b))
			if want := bruteCrossings(ordered(a, r.children), b); got != want || got > before {
				t.Fatalf("turn counted %d crossings, the drawing has %d, before %d", got, want, before)
			}
			b = shuffled(b, rng)
		}
	}
}

// TestUntangleAgainstBruteForce compares with the best of all pairs of orders.
func TestUntangleAgainstBruteForce(t *testing.T) {
	rng := seeded(4)
	reached, tried, excess := 0, 0, 0
	for range 60 {
		n := 4 + rng.IntN(4)
		a, b := random(n, 0.15, rng), random(n, 0.15, rng)
		best := math.MaxInt
		everyOrder(a, func(x *tree.Tree) {
			everyOrder(b, func(y *tree.Tree) { best = min(best, Crossings(x, y)) })
		})
		_, _, got, err := Untangle(context.Background(), a, b, Starts(n), seeded(1))
		if err != nil || got < best {
			t.Fatalf("%d crossings, by brute force %d, %v", got, best, err)
		}
		tried++
		excess += got - best
		if got == best {
			reached++
		}
	}
	t.Logf("the fewest crossings in %d of %d pairs, %d too many in all", reached, tried, excess)
	if reached < tried {
		t.Errorf("the fewest crossings were found in %d of %d pairs only", reached, tried)
	}
}

func TestUntangleTurnedCopy(t *testing.T) {
	rng := seeded(5)
	for _, n := range []int{3, 10, 100, 1000} {
		for _, many := range []float64{0, 0.3} {
			a := random(n, many, rng)
			x, y, got, err := Untangle(context.Background(), a, shuffled(a, rng), Starts(n), seeded(1))
			if err != nil || got != 0 || !slices.Equal(x.LeafOrder(), y.LeafOrder()) {
				t.Errorf("%d leaves: a turned copy has %d crossings, %v", n, got, err)
			}
			if x.Canonical() != a.Canonical() || y.Canonical() != a.Canonical() {
				t.Errorf("%d leaves: untangling changed a tree", n)
			}
			if !slices.Equal(x.LeafOrder(), a.LeafOrder()) {
				t.Errorf("%d leaves: the first tree need not turn", n)
			}
		}
	}
}

func TestUntangleNeverWorse(t *testing.T) {
	rng := seeded(6)
	for range 40 {
		n := 3 + rng.IntN(60)
		a := random(n, 0.2, rng)
		b := moved(shuffled(a, rng), 1+rng.IntN(4), rng)
		x, y, got, err := Untangle(context.Background(), a, b, 8, seeded(1))
		if err != nil || got > Crossings(a, b) {
			t.Fatalf("%d crossings, before %d, %v", got, Crossings(a, b), err)
		}
		if x.Check() != nil || y.Check() != nil || x.Canonical() != a.Canonical() || y.Canonical() != b.Canonical() {
			t.Fatal("untangling changed a tree")
		}
		again, _, _, _ := Untangle(context.Background(), a, b, 8, seeded(1))
		if !slices.Equal(again.LeafOrder(), x.LeafOrder()) {
			t.Fatal("equal seeds give different orders")
		}
	}
}

func TestUntangleCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a := random(20, 0.2, seeded(1))
	x, y, _, err := Untangle(ctx, a, shuffled(a, seeded(2)), 30, seeded(1))
	if !errors.Is(err, context.Canceled) || x.Check() != nil || y.Check() != nil {
		t.Fatalf("%v: the trees must stand as they were", err)
	}
}

func TestMoved(t *testing.T) {
	rng := seeded(7)
	for range 100 {
		n := 1 + rng.IntN(9)
		a, b := random(n, 0.2, rng), random(n, 0.2, rng)
		at, order := placesOf(b), a.LeafOrder()
		longest := 0 // by trying all subsets
		for set := range 1 << n {
			last, size := int32(-1), 0
			for i, leaf := range order {
				if set>>i&1 == 0 {
					continue
				}
				if at[leaf] < last {
					size = -1
					break
				}
				last = at[leaf]
				size++
			}
			longest = max(longest, size)
		}
		stay, last := 0, int32(-1)
		m := Moved(a, b)
		for _, leaf := range order {
			if m[leaf] {
				continue
			}
			stay++
			if at[leaf] < last {
				t.Fatal("lines of leaves in order cross")
			}
			last = at[leaf]
		}
		if stay != longest {
			t.Fatalf("%d leaves stay, %d could", stay, longest)
		}
	}
}

func TestEntanglement(t *testing.T) {
	rng := seeded(8)
	a := random(30, 0.2, rng)
	down := *a
	down.Children = make([][]int, len(a.Children))
	for v, c := range a.Children {
		down.Children[v] = slices.Clone(c)
		slices.Reverse(down.Children[v])
	}
	if got := Entanglement(a, a); got != 0 {
		t.Errorf("a tree and itself: %g, want 0", got)
	}
	if got := Entanglement(a, &down); !(math.Abs(got-1) <= 1e-12) {
		t.Errorf("a tree upside down: %g, want 1", got)
	}
}

func mustParse(t *testing.T, text string) *tree.Tree {
	t.Helper()
	x, err := tree.ParseNewick([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestClades(t *testing.T) {
	a := mustParse(t, "(((a:0.2,b:0.2):0.3,c:0.5):0.4,(d:0.3,e:0.3):0.6):0.1;")
	b, err := tree.MatchLeaves(mustParse(t, "(((a:0.4,c:0.4):0.1,b:0.5):0.4,(d:0.2,e:0.2):0.7):0.1;"), a.Names)
	if err != nil {
		t.Fatal(err)
	}
	c := Clades(a, b)
	rf, err := tree.RobinsonFoulds(a, b)
	if err != nil || c.RobinsonFoulds != rf || rf != 2 {
		t.Errorf("distance %d and %d, want 2; %v", c.RobinsonFoulds, rf, err)
	}
	// Clades: abc, de shared; ab and ac are not: 2 of 6.
	if len(c.Shared) != 2 || len(c.OnlyA) != 1 || len(c.OnlyB) != 1 || !(math.Abs(c.Normalised-2.0/6) <= 1e-12) {
		t.Errorf("%+v", c)
	}
	// Tops at 0.1 in both, abc at 0.5, de at 0.7 and 0.8: mean of 0, 0, 0.1.
	if !(math.Abs(c.TimeDifference-0.1/3) <= 1e-9) {
		t.Errorf("time difference %g", c.TimeDifference)
	}
	// Branches: ab 0.3, ac 0.1, a 0.2, b 0.3, c 0.1, de 0.1, d and e 0.1; abc and top 0.
	want := math.Sqrt(0.09 + 0.01 + 0.04 + 0.09 + 0.01 + 3*0.01)
	if !(math.Abs(c.BranchScore-want) <= 1e-9) {
		t.Errorf("branch score %g, want %g", c.BranchScore, want)
	}
	if same := Clades(a, a); same.RobinsonFoulds != 0 || same.BranchScore != 0 || same.Normalised != 0 {
		t.Errorf("a tree and itself: %+v", same)
	}
	star := mustParse(t, "(a:0.9,b:0.9,c:0.9):0.1;") // without a clade to share
	if same := Clades(star, star); same.RobinsonFoulds != 0 || same.Normalised != 0 {
		t.Errorf("a star and itself: %+v", same)
	}
}

func TestMatch(t *testing.T) {
	a := mustParse(t, "(((a_x,b),c),(d,e));")
	p, err := Match(a, mustParse(t, "((e,(d,'a x')),(c,b));"))
	if err != nil || p.LeftOut() != 0 || Clades(p.A, p.B).RobinsonFoulds != 6 {
		t.Fatalf("%+v, %v", p, err)
	}
	short := mustParse(t, "((a_x,b),(c,z));")
	var e *LeavesError
	if _, err = Match(a, short); !errors.As(err, &e) || !e.Comparable() || e.Common != 3 {
		t.Fatalf("%v", err)
	}
	for _, part := range []string{`"d", "e"`, `"z"`, "3 leaves in common can be compared"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %s", err, part)
		}
	}
	if p, err = MatchCommon(a, short); err != nil || p.LeftOut() != 3 || p.A.Leaves() != 3 || p.B.Leaves() != 3 {
		t.Fatalf("%+v, %v", p, err)
	}
	for i, r := range p.Rows {
		if p.A.Names[i] != a.Names[r] || p.B.Names[i] != a.Names[r] {
			t.Errorf("leaf %d is %s and %s, row %d is %s", i, p.A.Names[i], p.B.Names[i], r, a.Names[r])
		}
	}
	if Clades(p.A, p.B).RobinsonFoulds != 0 {
		t.Error("the common part agrees")
	}
	if _, err = MatchCommon(a, mustParse(t, "((a_x,b),q);")); err == nil || !strings.Contains(err.Error(), "too few") {
		t.Errorf("two common leaves: %v", err)
	}
	if _, err = MatchCommon(a, mustParse(t, "((a_x,b),(b,c));")); err == nil ||
		!strings.Contains(err.Error(), "used twice") {
		t.Errorf("a name twice: %v", err)
	}
}

func BenchmarkUntangle(b *testing.B) {
	for _, n := range []int{200, 2000, 20000} {
		rng := seeded(1)
		x := random(n, 0.05, rng)
		near := moved(shuffled(x, rng), n/50, rng)
		far := random(n, 0.05, rng)
		for name, y := range map[string]*tree.Tree{"near": near, "far": far} {
			b.Run(fmt.Sprintf("%d/%s", n, name), func(b *testing.B) {
				left := 0
				for b.Loop() {
					_, _, left, _ = Untangle(context.Background(), x, y, Starts(n), seeded(1))
				}
				b.ReportMetric(float64(left), "crossings")
				b.ReportMetric(float64(Crossings(x, y)), "before")
			})
		}
	}
}

// Three leaves are enough for a comparison, two are not.
func TestLeastLeaves(t *testing.T) {
	if _, err := Match(mustParse(t, "((a,b),c);"), mustParse(t, "((a,c),b);")); err != nil {
		t.Error(err)
	}
	var e *LeavesError
	if _, err := Match(mustParse(t, "(a,b);"), mustParse(t, "(b,a);")); !errors.As(err, &e) || e.Common != 2 {
		t.Errorf("two leaves: %v", err)
	}
}

// One pair that changes places: 2·1^1.5 of at most 2·(3^1.5 + 1).
func TestEntanglementByHand(t *testing.T) {
	a, b := mustParse(t, "((a,b),(c,d));"), mustParse(t, "((b,a),(c,d));")
	p, err := Match(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Entanglement(p.A, p.B), 1/(3*math.Sqrt(3)+1); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("entanglement %v, want %v", got, want)
	}
}

// A star of many cherries is turned so that nothing crosses, which exchanges of neighbours alone would not reach.
func TestTurnManyCherries(t *testing.T) {
	const k = 3 * mostPasses
	var a, b []string
	for i := range k {
		a = append(a, fmt.Sprintf("(x%d:1,y%d:1):1", i, i))
		b = append(b, fmt.Sprintf("(x%d:1,y%d:1):1", k-1-i, k-1-i))
	}
	read := func(list []string) *tree.Tree {
		x, err := tree.ParseNewick([]byte("(" + strings.Join(list, ",") + ");"))
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	x := read(a)
	y, err := tree.MatchLeaves(read(b), x.Names)
	if err != nil {
		t.Fatal(err)
	}
	if got := newTurner(x).turn(placesOf(y)); got != 0 {
		t.Errorf("%d crossings", got)
	}
}
