package consensus

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
)

// grow returns a random tree of n leaves: groups join until one is left, two or three at
// a time, at times that go down from 1.
func grow(rng *rand.Rand, n int) *tree.Tree {
	names := make([]string, n)
	var open []int
	parent, logTime := make([]int, n), make([]float64, n)
	for i := range names {
		names[i], logTime[i] = fmt.Sprintf("row %d", i+1), math.Inf(1)
		open = append(open, i)
	}
	l := 4.0
	for len(open) > 1 {
		rng.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
		k := min(len(open), 2+rng.IntN(2))
		l *= 0.3 + 0.6*rng.Float64()
		v := len(parent)
		parent, logTime = append(parent, -1), append(logTime, l)
		for _, c := range open[:k] {
			parent[c] = v
		}
		open = append(open[k:], v)
	}
	parent[open[0]] = -1
	t, err := tree.New(names, parent, logTime)
	if err != nil {
		panic(err)
	}
	return t
}

// samples returns draws over n leaves of which many share their structure.
func samples(rng *rand.Rand, n, draws, chains int) []forest.Draw {
	var list []forest.Draw
	for i := range draws {
		t := grow(rng, n)
		if len(list) > 0 && rng.IntN(2) == 0 { // an earlier structure with other times
			t = list[rng.IntN(len(list))].Tree.Clone()
			for v := n; v < t.Nodes(); v++ {
				t.LogTime[v] *= 1 + 0.2*float64(i%3)
			}
			if t.Check() != nil {
				t = grow(rng, n)
			}
		}
		list = append(list, forest.Draw{Chain: i % chains, Iteration: i / chains, Tree: t, Objective: rng.NormFloat64()})
	}
	return list
}

// cladeSets lists the clades of a tree by their rows, written out, with their nodes.
func cladeSets(t *tree.Tree) map[string]int {
	sets := map[string]int{}
	for v := t.Leaves(); v < t.Nodes(); v++ {
		rows := t.LeavesBelow(v)
		slices.Sort(rows)
		sets[fmt.Sprint(rows)] = v
	}
	return sets
}

// forSmallSets runs a test on many small samples.
func forSmallSets(t *testing.T, f func(t *testing.T, rng *rand.Rand, draws []forest.Draw)) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		n, s := 1+rng.IntN(7), 1+rng.IntN(9)
		f(t, rng, samples(rng, n, s, 1+rng.IntN(3)))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func TestCladesAreCounted(t *testing.T) {
	forSmallSets(t, func(t *testing.T, _ *rand.Rand, draws []forest.Draw) {
		s := New(draws)
		count := map[string]float64{}
		byChain := map[string]map[int]float64{}
		times := map[string]float64{}
		chains := map[int]float64{}
		for _, d := range draws {
			chains[d.Chain]++
			for set, v := range cladeSets(d.Tree) {
				if v == d.Tree.Top {
					continue
				}
				count[set]++
				times[set] += d.Tree.Time(v)
				if byChain[set] == nil {
					byChain[set] = map[int]float64{}
				}
				byChain[set][d.Chain]++
			}
		}
		list := s.Clades(0)
		if len(list) != len(count) {
			t.Fatalf("%d clades, not %d", len(list), len(count))
		}
		for i, c := range list {
			set := fmt.Sprint(c.Rows)
			if want := count[set] / float64(len(draws)); c.Frequency != want || s.Frequency(c.Rows) != want {
				t.Errorf("clade %s: frequency %v, not %v", set, c.Frequency, want)
			}
			if want := times[set] / count[set]; !(math.Abs(c.Time-want) <= 1e-12) {
				t.Errorf("clade %s: mean time %v, not %v", set, c.Time, want)
			}
			for k, f := range c.ByChain {
				if want := byChain[set][k] / chains[k]; f != want && chains[k] > 0 {
					t.Errorf("clade %s: frequency %v in chain %d, not %v", set, f, k, want)
				}
			}
			if i > 0 && c.Frequency > list[i-1].Frequency {
				t.Error("clades are not in the order of their frequency")
			}
		}
	})
}

func TestMajority(t *testing.T) {
	forSmallSets(t, func(t *testing.T, rng *rand.Rand, draws []forest.Draw) {
		s := New(draws)
		least := 0.5 + 0.5*rng.Float64()
		got := s.Majority(least)
		if err := got.Check(); err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for _, d := range draws {
			for set := range cladeSets(d.Tree) {
				count[set]++
			}
		}
		sets := cladeSets(got)
		for set, k := range count {
			f := float64(k) / float64(len(draws))
			v, has := sets[set]
			if want := f > 0.5 && f >= least-1e-9; has != want {
				t.Errorf("clade %s of frequency %v in the tree of at least %v: %v", set, f, least, has)
			}
			if has && got.Support[v] != f {
				t.Errorf("clade %s: support %v, not %v", set, got.Support[v], f)
			}
		}
		for set := range sets {
			if count[set] == 0 {
				t.Errorf("clade %s is in no draw", set)
			}
		}
	})
}

func TestMaximumCladeCredibility(t *testing.T) {
	forSmallSets(t, func(t *testing.T, _ *rand.Rand, draws []forest.Draw) {
		s := New(draws)
		got := s.MaximumCladeCredibility()
		if err := got.Check(); err != nil {
			t.Fatal(err)
		}
		credibility := func(x *tree.Tree) float64 {
			sum := 0.0
			for set := range cladeSets(x) {
				k := 0.0
				for _, d := range draws {
					if _, has := cladeSets(d.Tree)[set]; has {
						k++
					}
				}
				sum += math.Log(k / float64(len(draws)))
			}
			return sum
		}
		most := math.Inf(-1)
		for _, d := range draws {
			most = max(most, credibility(d.Tree))
		}
		if c := credibility(got); !(math.Abs(c-most) <= 1e-9) {
			t.Errorf("log credibility %v, of %v that a draw has", c, most)
		}
	})
}

func TestMedoid(t *testing.T) {
	forSmallSets(t, func(t *testing.T, _ *rand.Rand, draws []forest.Draw) {
		mean := func(x *tree.Tree) float64 {
			sum := 0.0
			for _, d := range draws {
				k, err := tree.RobinsonFoulds(x, d.Tree)
				if err != nil {
					t.Fatal(err)
				}
				sum += float64(k)
			}
			return sum / float64(len(draws))
		}
		least := math.Inf(1)
		for _, d := range draws {
			least = min(least, mean(d.Tree))
		}
		i, distance := New(draws).Medoid()
		if got := mean(draws[i].Tree); !(math.Abs(got-least) <= 1e-9) || !(math.Abs(distance-got) <= 1e-9) {
			t.Errorf("draw %d has distance %v, said to be %v; the least is %v", i, got, distance, least)
		}
	})
}

func TestTimesKeepTheirMeansWhereTheyCan(t *testing.T) {
	forSmallSets(t, func(t *testing.T, _ *rand.Rand, draws []forest.Draw) {
		s := New(draws)
		for _, x := range []*tree.Tree{s.Majority(0.5), s.MaximumCladeCredibility()} {
			notes := s.annotate(x, 0.95)
			ordered := true // are the means so that no branch point comes before its parent
			for v := x.Leaves(); v < x.Nodes(); v++ {
				if p := x.Parent[v]; p >= 0 {
					ordered = ordered && notes[v].Mean > notes[p].Mean+1e-6
				}
			}
			for v := range x.Nodes() {
				if ordered && !(math.Abs(x.Time(v)-notes[v].Mean) <= 1e-9) {
					t.Errorf("node %d is at %v, not at its mean %v", v, x.Time(v), notes[v].Mean)
				}
				if n := notes[v]; !(n.Low <= n.Median && n.Median <= n.High) || n.Count == 0 {
					t.Errorf("node %d: %+v", v, n)
				}
			}
		}
	})
}

func TestSupportedClade(t *testing.T) {
	// The pair (0,1) is in all draws, late in most; the clade (0,1,2) in half of them,
	// there even later in the mean: the pair keeps its mean and the clade gives way.
	read := func(text string) *tree.Tree {
		x, err := tree.ParseNewick([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if x, err = tree.MatchLeaves(x, []string{"a", "b", "c", "d"}); err != nil {
			t.Fatal(err)
		}
		return x
	}
	nested := read("((((a:0.05,b:0.05):0.05,c:0.1):0.8,d:0.9):0.1);")
	split := read("(((a:0.8,b:0.8):0.1,(c:0.5,d:0.5):0.4):0.1);")
	s := New([]forest.Draw{{Tree: nested}, {Tree: nested, Iteration: 1}, {Tree: split, Iteration: 2}})
	x := s.Majority(0.5)
	pair, _ := x.FindClade([]int{0, 1})
	triple, exact := x.FindClade([]int{0, 1, 2})
	if !exact || !(math.Abs(x.Time(pair)-(0.95+0.95+0.2)/3) <= 2*apart) {
		t.Fatalf("the pair is at %v", x.Time(pair))
	}
	if d := x.LogTime[pair] - x.LogTime[triple]; d < 0 || d > 2*apart {
		t.Errorf("the clade of three is %v before the pair", d)
	}
}

func TestUpdateEqualsNew(t *testing.T) {
	forSmallSets(t, func(t *testing.T, rng *rand.Rand, draws []forest.Draw) {
		s := &Set{}
		for i := range draws { // grow, then lose the first ones, as burn-in grows
			from := rng.IntN(i + 1)
			s.Update(draws[from : i+1])
			same(t, s, New(draws[from:i+1]))
		}
		added := New(draws[:1])
		for _, d := range draws[1:] {
			added.Add(d)
		}
		same(t, added, New(draws))
		s.compactAlways()
		same(t, s, New(s.All()))
	})
}

// compactAlways meets enough clades that are in no draw that the set forgets them.
func (s *Set) compactAlways() {
	for i := range 3000 {
		k := key{uint64(i), 1}
		s.index[k] = int32(len(s.keys))
		s.keys = append(s.keys, k)
	}
	s.Update(s.All())
}

func same(t *testing.T, a, b *Set) {
	t.Helper()
	x, y := a.Clades(0), b.Clades(0)
	if len(x) != len(y) || a.Draws() != b.Draws() {
		t.Fatalf("%d clades of %d draws, not %d of %d", len(x), a.Draws(), len(y), b.Draws())
	}
	for i := range x {
		if fmt.Sprint(x[i].Rows, x[i].Frequency, x[i].ByChain) != fmt.Sprint(y[i].Rows, y[i].Frequency, y[i].ByChain) ||
			!(math.Abs(x[i].Time-y[i].Time) <= 1e-12) {
			t.Errorf("%+v, not %+v", x[i], y[i])
		}
	}
}

func TestMatrices(t *testing.T) {
	forSmallSets(t, func(t *testing.T, rng *rand.Rand, draws []forest.Draw) {
		s := New(draws)
		n, k := draws[0].Tree.Leaves(), 1+rng.IntN(4)
		shared, used := s.SharedTimes(0)
		together, _ := s.CoClustering(k, 0)
		if used != len(draws) {
			t.Fatalf("%d draws of %d", used, len(draws))
		}
		for i := range n {
			for j := range n {
				time, group := 0.0, 0.0
				for _, d := range draws {
					time += d.Tree.SharedTime(i, j) / float64(len(draws))
					groups, _ := d.Tree.CutInto(k)
					labels := tree.GroupLabels(groups, n)
					if labels[i] == labels[j] {
						group += 1 / float64(len(draws))
					}
				}
				if !(math.Abs(shared.At(i, j)-time) <= 1e-12) || !(math.Abs(together.At(i, j)-group) <= 1e-12) {
					t.Errorf("pair %d, %d: %v and %v, not %v and %v", i, j, shared.At(i, j), together.At(i, j), time, group)
				}
			}
		}
		if some, used := s.SharedTimes(2); used != min(2, len(draws)) || some == nil {
			t.Errorf("%d draws where 2 were asked for", used)
		}
	})
}

func TestMembership(t *testing.T) {
	forSmallSets(t, func(t *testing.T, rng *rand.Rand, draws []forest.Draw) {
		n := draws[0].Tree.Leaves()
		groups := make([][]int, 1+rng.IntN(3))
		for i := range n { // some rows in no group
			if k := rng.IntN(len(groups) + 1); k < len(groups) {
				groups[k] = append(groups[k], i)
			}
		}
		groups = slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 0 })
		got := New(draws).Membership(groups)
		if len(groups) == 0 {
			if got != nil {
				t.Error("memberships without groups")
			}
			return
		}
		for i := range n {
			want := make([]float64, len(groups))
			for _, d := range draws {
				best, ties := math.Inf(-1), []int(nil)
				for k, rows := range groups {
					mean, others := 0.0, 0.0
					for _, j := range rows {
						if j != i {
							mean += d.Tree.SharedTime(i, j)
							others++
						}
					}
					if others == 0 { // alone in its group
						best, ties = 2, []int{k}
						continue
					}
					switch mean /= others; {
					case math.Abs(mean-best) < 1e-9:
						ties = append(ties, k)
					case mean > best:
						best, ties = mean, []int{k}
					}
				}
				for _, k := range ties {
					want[k] += 1 / float64(len(ties)*len(draws))
				}
			}
			for k := range groups {
				if !(math.Abs(got[i][k]-want[k]) <= 1e-9) {
					t.Errorf("row %d of groups %v: %v, not %v", i, groups, got[i], want)
				}
			}
		}
	})
}

func TestBurnIn(t *testing.T) {
	var all []forest.Draw
	for chain := range 2 {
		for i := 0; i <= 20*(chain+1); i += 5 {
			all = append(all, forest.Draw{Chain: chain, Iteration: i})
		}
	}
	var kept []string
	for _, s := range inference.WithoutBurnIn(all, 0.25) {
		kept = append(kept, fmt.Sprint(s.Chain, ":", s.Iteration))
	}
	want := "[0:5 0:10 0:15 0:20 1:10 1:15 1:20 1:25 1:30 1:35 1:40]"
	if fmt.Sprint(kept) != want {
		t.Errorf("%v stay, not %v", kept, want)
	}
	if n := len(inference.WithoutBurnIn(all[:1], 0.25)); n != 1 {
		t.Error("the only draw of a chain goes")
	}
}

func TestShortestInterval(t *testing.T) {
	low, high := shortest([]float64{0, 0.5, 0.51, 0.52, 0.53, 0.9}, 0.5)
	if low != 0.5 || high != 0.52 {
		t.Errorf("%v to %v", low, high)
	}
	if low, high := shortest([]float64{1, 2, 4}, 1); low != 1 || high != 4 {
		t.Errorf("%v to %v", low, high)
	}
}

func TestEmptyAndForeign(t *testing.T) {
	s := New(nil)
	if s.Majority(0.5) != nil || s.MaximumCladeCredibility() != nil || s.Best() != -1 ||
		s.Membership([][]int{{0}}) != nil {
		t.Error("an empty set gives trees")
	}
	if m, _ := s.SharedTimes(0); m != nil {
		t.Error("an empty set gives a matrix")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	s.Update(samples(rng, 5, 4, 1))
	s.Update(samples(rng, 6, 3, 2))
	if s.Draws() != 3 || len(s.Names()) != 6 || len(s.Chains()) != 2 {
		t.Errorf("%d draws over %d leaves", s.Draws(), len(s.Names()))
	}
	other := grow(rng, 6)
	x := s.Support(other)
	for v := x.Leaves(); v < x.Nodes(); v++ {
		if x.Support[v] != s.Frequency(other.LeavesBelow(v)) {
			t.Errorf("support %v", x.Support[v])
		}
	}
	if err := x.Check(); err != nil {
		t.Error(err)
	}
}

func TestDistances(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	draws := samples(rng, 9, 12, 2)
	s := New(draws)
	for i := range draws {
		for k, got := range s.Distances(i) {
			want, err := tree.RobinsonFoulds(draws[i].Tree, draws[k].Tree)
			if err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("draws %d and %d are %d apart, want %d", i, k, got, want)
			}
		}
	}
	for _, c := range s.Clades(0) {
		rows := c.Tree.LeavesBelow(c.Node)
		slices.Sort(rows)
		if !slices.Equal(rows, c.Rows) {
			t.Errorf("clade %v stands at %v", c.Rows, rows)
		}
	}
}

// TestIntervals takes the times of one clade in draws whose times are known: the shortest interval
// of three quarters of four, and all of them.
func TestIntervals(t *testing.T) {
	at := func(time float64) *tree.Tree {
		return &tree.Tree{Names: []string{"a", "b", "c"}, Parent: []int{3, 3, 4, 4, -1},
			Children: [][]int{nil, nil, nil, {0, 1}, {3, 2}},
			LogTime:  []float64{math.Inf(1), math.Inf(1), math.Inf(1), tree.LogTimeOf(time), tree.LogTimeOf(0.1)}, Top: 4}
	}
	s := &Set{}
	for i, time := range []float64{0.5, 0.6, 0.55, 0.9} {
		s.Add(forest.Draw{Iteration: i, Tree: at(time)})
	}
	for share, want := range map[float64][2]float64{0.75: {0.5, 0.6}, 1: {0.5, 0.9}} {
		low, high := s.Intervals(at(0.7), share)
		if !(math.Abs(low[3]-want[0]) <= 1e-12) || !(math.Abs(high[3]-want[1]) <= 1e-12) {
			t.Errorf("%v of the draws lie between %v and %v, want %v", share, low[3], high[3], want)
		}
		if !math.IsNaN(low[0]) || !(math.Abs(low[4]-0.1) <= 1e-12) {
			t.Errorf("a leaf has %v, the whole tree %v", low[0], low[4])
		}
	}
}

// Clades of at least a frequency are those of all that have it.
func TestCladesOfAFrequency(t *testing.T) {
	forSmallSets(t, func(t *testing.T, _ *rand.Rand, draws []forest.Draw) {
		s := New(draws)
		for _, least := range []float64{0.2, 0.5, 1} {
			var want [][]int
			for _, c := range s.Clades(0) {
				if c.Frequency >= least-1e-12 {
					want = append(want, c.Rows)
				}
			}
			got := s.Clades(least)
			if len(got) != len(want) {
				t.Fatalf("%d clades of frequency %v, want %d", len(got), least, len(want))
			}
			for i, c := range got {
				if !slices.Equal(c.Rows, want[i]) {
					t.Errorf("clade %d is %v, want %v", i, c.Rows, want[i])
				}
			}
		}
	})
}

// Of scores that differ by rounding the first counts, whatever their size; a lesser one never does.
func TestBestButForRounding(t *testing.T) {
	s := &Set{draws: make([]draw, 4)}
	for _, c := range []struct {
		scores []float64
		want   int
	}{
		{[]float64{1, 1 + 1e-12, 1 - 1e-12, 1}, 0}, {[]float64{-1e6, -1e6 + 1e-6, -2e6, -1e6 + 1e-5}, 0},
		{[]float64{0, 1e-8, 1e-8 + 1e-12, 0}, 1},
		{[]float64{-1e6, -1e6 + 0.01, -1e6 + 0.02, -2e6}, 2}, {[]float64{math.NaN(), -3, -2, -4}, 2},
		{[]float64{math.Inf(-1), math.NaN(), -5, math.Inf(-1)}, 2},
		{[]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}, 0},
	} {
		i := -1
		if got := s.best(func(draw) float64 { i++; return c.scores[i] }); got != c.want {
			t.Errorf("of %v the best is %d, want %d", c.scores, got, c.want)
		}
	}
}
