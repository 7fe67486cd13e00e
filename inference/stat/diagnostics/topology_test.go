package diagnostics

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
)

func names(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = "leaf " + strconv.Itoa(i)
	}
	return out
}

// joined is a random tree: two, now and then three, random nodes are joined until one
// is left.
func joined(r *rand.Rand, n int) *tree.Tree {
	open, parent := make([]int, n), make([]int, n)
	for i := range open {
		open[i], parent[i] = i, -1
	}
	for len(open) > 1 {
		v := len(parent)
		parent = append(parent, -1)
		for range min(len(open), 2+r.IntN(5)/4) {
			k := r.IntN(len(open))
			parent[open[k]] = v
			open = slices.Delete(open, k, k+1)
		}
		open = append(open, v)
	}
	time := make([]float64, len(parent))
	for v := range time {
		time[v] = math.Inf(1)
		if v >= n {
			time[v] = 1 / float64(v-n+1) // later joins are earlier
		}
	}
	t, err := tree.New(names(n), parent, time)
	if err != nil {
		panic(err)
	}
	return t
}

// drawn keeps the trees of chains as a run does, 10 iterations apart.
func drawn(chains [][]*tree.Tree) []forest.Draw {
	var out []forest.Draw
	for k, c := range chains {
		for i, t := range c {
			out = append(out, forest.Draw{Chain: k, Iteration: 10 * i, Tree: t})
		}
	}
	return out
}

// of describes trees that were kept.
func of(samples []forest.Draw) *Topology {
	return NewMonitor(Options{}).topology(&inference.Snapshot{Parts: []inference.Part{&forest.Forest{Draws: samples}}})
}

func TestCladesAreThoseOfTheTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	trees := several2(2, 15, func(int, int) *tree.Tree { return joined(r, 7) })
	top := of(drawn(trees))
	for i, clade := range top.Clades {
		for k := range 2 {
			n := 0
			for _, x := range trees[k] {
				if _, ok := x.FindClade(clade.Leaves); ok {
					n++
				}
			}
			if !(math.Abs(clade.Frequencies[k]-float64(n)/15) <= 1e-12) {
				t.Errorf("clade %v: frequency %v in chain %d, counted %d of 15", clade.Leaves, clade.Frequencies[k], k, n)
			}
		}
		deviation := math.Abs(clade.Frequencies[0]-clade.Frequencies[1]) / math.Sqrt2
		if !(math.Abs(clade.Deviation-deviation) <= 1e-12) || i > 0 && deviation > top.Clades[i-1].Deviation+1e-12 {
			t.Errorf("clade %v: deviation %v, want %v", clade.Leaves, clade.Deviation, deviation)
		}
		if !slices.Contains(clade.Leaves, clade.Middle) || len(clade.Leaves) < 2 || len(clade.Leaves) > 6 {
			t.Errorf("%+v", clade)
		}
	}
	zero := false
	for k, c := range top.Distances {
		for i, d := range c {
			zero = zero || d == 0
			if top.Iterations[k][i] != 10*i || d < 0 || d > 10 {
				t.Errorf("chain %d, draw %d: iteration %d, distance %v", k, i, top.Iterations[k][i], d)
			}
		}
	}
	if !zero {
		t.Error("no draw is the most central one")
	}
	if len(top.Clades) < 5 || top.GreatestDeviation != top.Clades[0].Deviation {
		t.Errorf("%d clades, greatest deviation %v", len(top.Clades), top.GreatestDeviation)
	}
}

func TestMiddleOfAClade(t *testing.T) {
	x, err := tree.ParseNewick([]byte("((far:0.9,(near:0.5,((a:0.1,b:0.1):0.2,c:0.3):0.2):0.4):0.05,out:0.95):0.05;"))
	if err != nil {
		t.Fatal(err)
	}
	v, ok := x.FindClade([]int{0, 1, 2, 3, 4})
	if !ok {
		t.Fatal("no such clade")
	}
	if got := middle(x, v); x.Names[got] != "a" {
		t.Errorf("the middle is %s", x.Names[got])
	}
}

func TestBurnInOfTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	trees := several2(2, 20, func(int, int) *tree.Tree { return joined(r, 5) })
	s := drawn(trees)
	s = s[:len(s)-1] // the second chain has kept one tree less
	draws, chains, n := kept(s, 0.25, 199)
	if chains != 2 || n != 14 || len(draws) != 28 || draws[0].Iteration != 60 || draws[14].Iteration != 50 {
		t.Errorf("%d chains of %d, from %d and %d", chains, n, draws[0].Iteration, draws[14].Iteration)
	}
}

func several2(chains, n int, f func(k, i int) *tree.Tree) [][]*tree.Tree {
	out := make([][]*tree.Tree, chains)
	for k := range out {
		for i := range n {
			out[k] = append(out[k], f(k, i))
		}
	}
	return out
}

// A chain that repeats each tree m times has one effective tree in m.
func TestEffectiveSizeOfTheTopology(t *testing.T) {
	const chains, n = 4, 400
	for _, m := range []int{1, 5, 20} {
		r := rand.New(rand.NewPCG(uint64(m), 3))
		var now *tree.Tree
		trees := several2(chains, n, func(_, i int) *tree.Tree {
			if i%m == 0 {
				now = joined(r, 8)
			}
			return now
		})
		top := of(drawn(trees))
		want := float64(chains * n / m)
		if !top.Known() || top.ESS < 0.7*want || top.ESS > 1.4*want {
			t.Errorf("each tree %d times: %v effective trees, want %v", m, top.ESS, want)
		}
		if m == 1 && (top.AverageDeviation > 0.03 || top.GreatestDeviation > 0.1) {
			t.Errorf("deviations %v and %v between independent draws", top.AverageDeviation, top.GreatestDeviation)
		}
	}
}

func TestTreesThatSayNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	one := joined(r, 6)
	same := several2(2, 20, func(int, int) *tree.Tree { return one })
	if top := of(drawn(same)); top.Reason != "all trees are the same" || !math.IsNaN(top.ESS) ||
		top.GreatestDeviation != 0 {
		t.Errorf("%+v", top)
	}
	few := several2(2, 5, func(int, int) *tree.Tree { return joined(r, 6) })
	if top := of(drawn(few)); top.Reason != "too few trees are kept" {
		t.Errorf("%+v", top)
	}
	if of(nil) != nil {
		t.Error("a topology without trees")
	}
}

func BenchmarkTopology(b *testing.B) {
	r := rand.New(rand.NewPCG(11, 3))
	s := &inference.Snapshot{Parts: []inference.Part{&forest.Forest{Draws: drawn(several2(4, 250,
		func(int, int) *tree.Tree { return joined(r, 200) }))}}}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			NewMonitor(Options{}).topology(s)
		}
	})
	b.Run("again", func(b *testing.B) {
		m := NewMonitor(Options{})
		for b.Loop() {
			m.topology(s)
		}
	})
}

// Trees without any clade agree.
func TestTreesWithoutClades(t *testing.T) {
	star, err := tree.New(names(4), []int{4, 4, 4, 4, -1},
		[]float64{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1), 0.5})
	if err != nil {
		t.Fatal(err)
	}
	if top := of(drawn(several2(2, 20, func(int, int) *tree.Tree { return star }))); len(top.Clades) != 0 ||
		top.AverageDeviation != 0 || top.GreatestDeviation != 0 {
		t.Errorf("%+v", top)
	}
}
