package spanning_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/spanning"
)

// five are the points of the small example: with τ = 1 and roots N(0, 4I), every number about
// them was found by listing the 625 trees with exact arithmetic.
var five = [][2]float64{{0, 0}, {1, 0}, {0, 1}, {2, 1}, {3, 3}}

func fiveWeights(forest bool) spanning.Weights {
	w := spanning.Weights{T: 5, Edge: make([]float64, 25), Root: make([]float64, 5), Forest: forest}
	normal := func(x, y, variance float64) float64 {
		return -math.Log(2*math.Pi*variance) - (x*x+y*y)/(2*variance)
	}
	for u, p := range five {
		w.Root[u] = normal(p[0], p[1], 4)
		for v, q := range five {
			w.Edge[u*5+v] = normal(p[0]-q[0], p[1]-q[1], 1)
		}
	}
	return w
}

// list calls f with every tree, or forest, of t nodes.
func list(t int, forest bool, f func(parent []int)) {
	parent := make([]int, t)
	var fill func(u int)
	fill = func(u int) {
		if u < t {
			for v := -1; v < t; v++ {
				if v != u {
					parent[u] = v
					fill(u + 1)
				}
			}
			return
		}
		roots := 0
		for v := range t {
			steps, at := 0, v
			for ; at >= 0 && steps <= t; steps++ {
				at = parent[at]
			}
			if at >= 0 {
				return
			}
			if parent[v] < 0 {
				roots++
			}
		}
		if forest || roots == 1 {
			f(parent)
		}
	}
	fill(0)
}

func TestCounts(t *testing.T) {
	for n, want := range map[int][2]int{1: {1, 1}, 2: {2, 3}, 4: {64, 125}, 5: {625, 1296}} {
		for k, forest := range []bool{false, true} {
			count := 0
			list(n, forest, func([]int) { count++ })
			w := spanning.Weights{T: n, Edge: make([]float64, n*n), Root: make([]float64, n), Forest: forest}
			if got := math.Exp(spanning.Of(w, false).Log()); count != want[k] || !(math.Abs(got-float64(count)) <= 1e-9) {
				t.Errorf("%d nodes, forest %v: %d listed, %v summed, want %d", n, forest, count, got, want[k])
			}
		}
	}
}

func TestSmallExample(t *testing.T) {
	s := spanning.Of(fiveWeights(false), true)
	inferencetest.Near(t, "log p", s.Log()-4*math.Log(5), -18.7867680644, 1e-9)
	for u, q := range []float64{.2936293192, .2591269647, .2591269647, .1571684488, .0309483026} {
		inferencetest.Near(t, fmt.Sprint("root ", u+1), s.Root(u), q, 1e-9)
	}
	inferencetest.Near(t, "W21", s.Edge(1, 0), .3262660489, 1e-9)
	inferencetest.Near(t, "W12", s.Edge(0, 1), .3321821806, 1e-9)
	inferencetest.Near(t, "W42", s.Edge(3, 1), .4785633576, 1e-9)
	inferencetest.Near(t, "W54", s.Edge(4, 3), .9294022425, 1e-9)

	parent, log := spanning.Best(fiveWeights(false))
	if !slices.Equal(parent, []int{-1, 0, 0, 1, 3}) {
		t.Errorf("best tree %v", parent)
	}
	inferencetest.Near(t, "its probability", math.Exp(log-s.Log()), .0654372717, 1e-9)

	f := spanning.Of(fiveWeights(true), true)
	inferencetest.Near(t, "log p of forests", f.Log()-4*math.Log(6), -18.8033899652, 1e-9)
	roots := 0.0
	for u, p := range []float64{.3853074397, .3414558739, .3584698705, .2887873597, .2680814067} {
		inferencetest.Near(t, fmt.Sprint("root ", u+1, " of forests"), f.Root(u), p, 1e-9)
		roots += f.Root(u)
	}
	inferencetest.Near(t, "W54 of forests", f.Edge(4, 3), .7024871325, 1e-9)
	inferencetest.Near(t, "expected roots", roots, 1.6421019505, 1e-9)
}

// Weights that differ by child and by parent, with groups that lie apart by a gap in nats.
func wild(n int, gap float64, forest bool, rng *rand.Rand) spanning.Weights {
	w := spanning.Weights{T: n, Edge: make([]float64, n*n), Root: make([]float64, n), Forest: forest}
	group := make([]int, n)
	for u := range n {
		group[u] = rng.IntN(2)
		w.Root[u] = 3 * rng.NormFloat64()
		if forest {
			w.Root[u] -= gap / 2
		}
	}
	for u := range n {
		for v := range n {
			w.Edge[u*n+v] = 3*rng.NormFloat64() - 40*rng.Float64()
			if group[u] != group[v] {
				w.Edge[u*n+v] -= gap
			}
		}
	}
	return w
}

func TestAgainstEnumeration(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n, forest := 1+int(seed%5), seed%3 == 0
		w := wild(n, []float64{0, 20, 300, 5000}[seed/10], forest, rng)
		var logs []float64
		var trees [][]int
		most := math.Inf(-1)
		list(n, forest, func(parent []int) {
			trees = append(trees, slices.Clone(parent))
			logs = append(logs, w.Log(parent))
			most = max(most, logs[len(logs)-1])
		})
		sum, edge, root := 0.0, make([]float64, n*n), make([]float64, n)
		for _, l := range logs {
			sum += math.Exp(l - most)
		}
		for k, tree := range trees {
			for u, v := range tree {
				if p := math.Exp(logs[k]-most) / sum; v < 0 {
					root[u] += p
				} else {
					edge[u*n+v] += p
				}
			}
		}
		s := spanning.Of(w, true)
		inferencetest.Near(t, fmt.Sprint("log Z of seed ", seed), s.Log(), most+math.Log(sum), 1e-9*(1+math.Abs(most)))
		for u := range n {
			inferencetest.Near(t, "root", s.Root(u), root[u], 1e-10)
			for v := range n {
				inferencetest.Near(t, "edge", s.Edge(u, v), edge[u*n+v], 1e-10)
			}
		}
		parent, log := spanning.Best(w)
		inferencetest.Near(t, "best tree", log, most, 1e-9*(1+math.Abs(most)))
		inferencetest.Near(t, "weight of the best tree", w.Log(parent), most, 1e-9*(1+math.Abs(most)))
	}
}

// The heaviest tree of weights without a gap, whose cycles lie within cycles, against the listing.
func TestBestOfManyCycles(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		n, forest := 2+int(seed%4), seed%2 == 0
		w := spanning.Weights{T: n, Edge: make([]float64, n*n), Root: make([]float64, n), Forest: forest}
		for k := range w.Edge {
			w.Edge[k] = rng.NormFloat64()
			if rng.IntN(4) == 0 {
				w.Edge[k] = math.Inf(-1)
			}
		}
		for k := range w.Root {
			w.Root[k] = rng.NormFloat64() - 1
			if rng.IntN(3) == 0 {
				w.Root[k] = math.Inf(-1)
			}
		}
		most := math.Inf(-1)
		list(n, forest, func(parent []int) { most = max(most, w.Log(parent)) })
		parent, log := spanning.Best(w)
		if among := amongAll(w); among == nil != math.IsInf(most, -1) ||
			among != nil && !(math.Abs(w.Log(among)-most) <= 1e-12) {
			t.Errorf("seed %d: the best among all edges is %v, want %v", seed, among, most)
		}
		if math.IsInf(most, -1) {
			if parent != nil || !math.IsInf(spanning.Of(w, false).Log(), -1) {
				t.Errorf("seed %d: a tree %v where there is none", seed, parent)
			}
			continue
		}
		if !(math.Abs(log-most) <= 1e-12) {
			t.Errorf("seed %d: best %v, want %v (%v)", seed, log, most, parent)
		}
	}
}

// amongAll lists all edges to the search among listed ones.
func amongAll(w spanning.Weights) []int {
	var list []spanning.Candidate
	for u := range w.T {
		list = append(list, spanning.Candidate{Child: u, Parent: spanning.Root, Log: w.Root[u]})
		for v := range w.T {
			list = append(list, spanning.Candidate{Child: u, Parent: v, Log: w.Edge[u*w.T+v]})
		}
	}
	a := spanning.NewAmong(w.T, w.Forest, list)
	for !a.Advance(1) {
	}
	return a.Parents()
}

// Both searches find equally heavy trees of many nodes.
func TestBestAmong(t *testing.T) {
	for seed := range uint64(20) {
		w := wild(40, 30*float64(seed%3), seed%2 == 0, rand.New(rand.NewPCG(seed, 21)))
		_, log := spanning.Best(w)
		inferencetest.Near(t, "best", w.Log(amongAll(w)), log, 1e-9*math.Abs(log))
	}
}

// Draws have the probability of their tree, in plain numbers and in logs.
func TestSamples(t *testing.T) {
	for _, c := range []struct {
		name    string
		weights spanning.Weights
	}{
		{"trees", fiveWeights(false)},
		{"forests", fiveWeights(true)},
		{"wild trees", wild(5, 3, false, rand.New(rand.NewPCG(3, 1)))},
		{"wild forests in logs", wild(4, 5000, true, rand.New(rand.NewPCG(4, 1)))},
		{"wild trees in logs", wild(5, 5000, false, rand.New(rand.NewPCG(6, 1)))},
	} {
		s := spanning.Of(c.weights, false)
		checkDraws(t, c.name, c.weights, s.Log(), s.Sample)
	}
}

// checkDraws compares how often trees are drawn with their weights by χ².
func checkDraws(t *testing.T, name string, w spanning.Weights, log float64, sample func(*rand.Rand, []int)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	const draws = 60_000
	count := map[string]int{}
	parent := make([]int, w.T)
	for range draws {
		sample(rng, parent)
		count[fmt.Sprint(parent)]++
	}
	chi, cells, rare, rareSeen := 0.0, 0, 0.0, 0.0
	list(w.T, w.Forest, func(p []int) {
		expected, seen := draws*math.Exp(w.Log(p)-log), float64(count[fmt.Sprint(p)])
		delete(count, fmt.Sprint(p))
		if expected < 5 {
			rare, rareSeen = rare+expected, rareSeen+seen
			return
		}
		chi += (seen - expected) * (seen - expected) / expected
		cells++
	})
	if rare >= 5 {
		chi += (rareSeen - rare) * (rareSeen - rare) / rare
		cells++
	} else if rareSeen > 25 {
		t.Errorf("%s: %v draws of trees that are expected %v times", name, rareSeen, rare)
	}
	if len(count) > 0 {
		t.Errorf("%s: draws that are no trees: %v", name, count)
	}
	if z := (chi - float64(cells-1)) / math.Sqrt(2*math.Max(1, float64(cells-1))); z > 5 {
		t.Errorf("%s: χ² = %.1f of %d cells, %.1f deviations too high", name, chi, cells, z)
	}
}

// A gap of 5,000 nats: one edge crosses it, in expectation and in every draw.
func TestGap(t *testing.T) {
	const n = 24
	rng := rand.New(rand.NewPCG(1, 1))
	w := spanning.Weights{T: n, Edge: make([]float64, n*n), Root: make([]float64, n)}
	for u := range n {
		for v := range n {
			if w.Edge[u*n+v] = rng.NormFloat64(); u%2 != v%2 {
				w.Edge[u*n+v] -= 5000
			}
		}
	}
	s := spanning.Of(w, true)
	crossing := 0.0
	for u := range n {
		total := s.Root(u)
		for v, p := range s.Edges(u) {
			total += p
			if u%2 != v%2 {
				crossing += p
			}
		}
		inferencetest.Near(t, "parents of a node", total, 1, 1e-9)
	}
	inferencetest.Near(t, "expected edges across", crossing, 1, 1e-9)
	parent := make([]int, n)
	for range 200 {
		s.Sample(rng, parent)
		across := 0
		for u, v := range parent {
			if v >= 0 && u%2 != v%2 {
				across++
			}
		}
		if across != 1 {
			t.Fatalf("%d edges across: %v", across, parent)
		}
	}
}

// Work that is cut small gives the same bits.
func TestAdvance(t *testing.T) {
	for _, gap := range []float64{0, 5000} {
		w := wild(30, gap, false, rand.New(rand.NewPCG(9, 9)))
		whole, cut := spanning.Of(w, true), spanning.New(w)
		last, calls := 0.0, 0
		for ; !cut.Advance(1, true); calls++ {
			if f := cut.Fraction(true); f > 1 || gap == 0 && f < last {
				t.Fatalf("fraction %v after %v", f, last)
			} else {
				last = f
			}
		}
		if calls < 29 || cut.Fraction(true) != 1 {
			t.Errorf("%d calls, fraction %v", calls, cut.Fraction(true))
		}
		if whole.Log() != cut.Log() {
			t.Errorf("log Z %v in small steps, %v in one", cut.Log(), whole.Log())
		}
		for u := range 30 {
			if !slices.Equal(whole.Edges(u), cut.Edges(u)) {
				t.Fatalf("other probabilities of node %d in small steps", u)
			}
		}
	}
}

func BenchmarkSum(b *testing.B) {
	for _, n := range []int{200, 500, 1000, 2000} {
		w := wild(n, 20, false, rand.New(rand.NewPCG(1, 1)))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				spanning.Of(w, true)
			}
		})
	}
}

func BenchmarkSample(b *testing.B) {
	s := spanning.Of(wild(500, 20, false, rand.New(rand.NewPCG(1, 1))), false)
	parent, rng := make([]int, 500), rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		s.Sample(rng, parent)
	}
}
