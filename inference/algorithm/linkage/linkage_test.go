package linkage

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// agglomerative are the methods that join.
var agglomerative = []Method{Ward, Average, Complete, Single}

func gaussian(n, d int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

func names(n int) []string {
	s := make([]string, n)
	for i := range s {
		s[i] = "r" + strconv.Itoa(i+1)
	}
	return s
}

// rowDistance is the definition of package doc; NaN without a shared cell.
func rowDistance(x *mat.Dense, i, j int) float64 {
	_, d := x.Dims()
	s, shared := 0.0, 0
	for k := range d {
		if e := x.At(i, k) - x.At(j, k); !math.IsNaN(e) {
			s += e * e
			shared++
		}
	}
	return math.Sqrt(s * float64(d) / float64(shared))
}

func allDistances(x *mat.Dense) [][]float64 {
	n, _ := x.Dims()
	d := make([][]float64, n)
	sum, count := 0.0, 0.0
	for i := range n {
		d[i] = make([]float64, n)
		for j := range n {
			if d[i][j] = rowDistance(x, i, j); i != j && !math.IsNaN(d[i][j]) {
				sum += d[i][j]
				count++
			}
		}
	}
	for i := range n {
		for j := range n {
			if math.IsNaN(d[i][j]) {
				d[i][j] = sum / max(count, 1)
			}
		}
		d[i][i] = 0
	}
	return d
}

// between is the height of a merge of two sets of rows by definition.
func between(m Method, d [][]float64, a, b []int) float64 {
	least, greatest, sum, squares := math.Inf(1), 0.0, 0.0, 0.0
	for _, i := range a {
		for _, j := range b {
			least, greatest = min(least, d[i][j]), max(greatest, d[i][j])
			sum += d[i][j]
			squares += d[i][j] * d[i][j]
		}
	}
	na, nb := float64(len(a)), float64(len(b))
	switch m {
	case Single:
		return least
	case Complete:
		return greatest
	case Average:
		return sum / (na * nb)
	}
	// The squared distance of the means from squared distances of rows.
	within := func(rows []int) float64 {
		s := 0.0
		for _, i := range rows {
			for _, j := range rows {
				s += d[i][j] * d[i][j] / 2
			}
		}
		return s / float64(len(rows)*len(rows))
	}
	return math.Sqrt(max(0, 2*na*nb/(na+nb)*(squares/(na*nb)-within(a)-within(b))))
}

// naive joins the two nearest clusters, found again each time, and returns the
// heights.
func naive(m Method, d [][]float64) []float64 {
	var clusters [][]int
	for i := range d {
		clusters = append(clusters, []int{i})
	}
	var heights []float64
	for len(clusters) > 1 {
		bi, bj, least := 0, 1, math.Inf(1)
		for j := range clusters {
			for i := range j {
				if s := between(m, d, clusters[i], clusters[j]); s < least {
					bi, bj, least = i, j, s
				}
			}
		}
		heights = append(heights, least)
		clusters[bi] = slices.Concat(clusters[bi], clusters[bj])
		clusters = slices.Delete(clusters, bj, bj+1)
	}
	return heights
}

// check holds merges against the definition: each has the height that its two
// sets of rows have, heights ascend, and no two clusters that were there at the
// time were nearer.
func check(t interface{ Fatalf(string, ...any) }, m Method, x *mat.Dense, merges []Merge) {
	n, _ := x.Dims()
	d := allDistances(x)
	clusters := map[int][]int{}
	for i := range n {
		clusters[i] = []int{i}
	}
	if len(merges) != n-1 {
		t.Fatalf("%s: %d merges of %d rows", m, len(merges), n)
	}
	for i, g := range merges {
		a, okA := clusters[g.A]
		b, okB := clusters[g.B]
		if !okA || !okB || g.A >= g.B || g.Size != len(a)+len(b) {
			t.Fatalf("%s: merge %d, %+v, is of clusters that are not there", m, i, g)
		}
		if want := between(m, d, a, b); !(math.Abs(g.Height-want) <= 1e-9*(1+want)) {
			t.Fatalf("%s: merge %d has height %v, by definition %v", m, i, g.Height, want)
		}
		for k, c := range clusters {
			for l, e := range clusters {
				if k < l && between(m, d, c, e) < g.Height-1e-9*(1+g.Height) {
					t.Fatalf("%s: merge %d at %v, but clusters %d and %d are nearer", m, i, g.Height, k, l)
				}
			}
		}
		if i > 0 && g.Height < merges[i-1].Height {
			t.Fatalf("%s: heights fall", m)
		}
		delete(clusters, g.A)
		delete(clusters, g.B)
		clusters[n+i] = slices.Concat(a, b)
	}
}

func TestDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n, d := rapid.IntRange(2, 14).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "columns")
		kind := rapid.SampledFrom([]string{"continuous", "whole", "missing", "far"}).Draw(t, "kind")
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				v := rng.NormFloat64()
				switch {
				case kind == "whole":
					v = float64(rng.IntN(3)) // ties and equal rows
				case kind == "missing" && rng.IntN(4) == 0:
					v = math.NaN()
				case kind == "far":
					v += 1e6
				}
				x.Set(i, j, v)
			}
		}
		for _, m := range agglomerative {
			if kind == "missing" && m == Ward {
				continue // not Euclidean: heights follow the update formula alone
			}
			merges := Cluster(x, m)
			check(t, m, x, merges)
			if m == Single || kind == "continuous" || kind == "far" { // among ties either may be first
				for i, h := range naive(m, allDistances(x)) {
					if !(math.Abs(h-merges[i].Height) <= 1e-9*(1+h)) {
						t.Fatalf("%s: height %d is %v, want %v", m, i, merges[i].Height, h)
					}
				}
			}
			r := Tree(merges, names(n))
			if err := r.Check(); err != nil {
				t.Fatalf("%s: %v", m, err)
			}
			if r.Nodes() != 2*n-1 || !r.AtTimeOne() {
				t.Fatalf("%s: %d nodes", m, r.Nodes())
			}
		}
	})
}

// The heights of R's hclust on points of a line: 0, 1, 3, 7.
func TestKnownValues(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 1, 3, 7})
	for m, want := range map[Method][]float64{
		Single:   {1, 2, 4},
		Complete: {1, 3, 7},
		Average:  {1, 2.5, 17.0 / 3},
		Ward:     {1, math.Sqrt(2 * 2.0 / 3 * 2.5 * 2.5), math.Sqrt(2 * 3.0 / 4 * (7 - 4.0/3) * (7 - 4.0/3))},
	} {
		merges := Cluster(x, m)
		for i, g := range merges {
			if !(math.Abs(g.Height-want[i]) <= 1e-14*want[i]) {
				t.Errorf("%s: height %d is %v, want %v", m, i, g.Height, want[i])
			}
		}
		if merges[0].A != 0 || merges[0].B != 1 || merges[1].A != 2 || merges[1].B != 4 || merges[2].A != 3 ||
			merges[2].B != 5 || merges[2].Size != 4 {
			t.Errorf("%s: merges are %v", m, merges)
		}
	}
}

// Heights have the unit of the data, however small or great that is.
func TestUnits(t *testing.T) {
	for _, unit := range []float64{1e-300, 1e-3, 1e300} {
		for i, g := range Cluster(mat.NewDense(4, 1, []float64{0, unit, 3 * unit, 7 * unit}), Single) {
			if want := unit * []float64{1, 2, 4}[i]; !(math.Abs(g.Height-want) <= 1e-14*want) {
				t.Errorf("unit %v: height %d is %v, want %v", unit, i, g.Height, want)
			}
		}
	}
}

// Two rows that nearly agree, far from the others, one with a missing cell: their distance keeps its digits. Two of
// three cells are shared, so squares count for half as much again.
func TestNearRowsWithMissingCells(t *testing.T) {
	x := mat.NewDense(4, 3, []float64{0, 0, 0, 100, 200, math.NaN(), 100.001, 200.002, 5, -100, -200, 1})
	want := math.Sqrt(1.5 * (0.001*0.001 + 0.002*0.002))
	if got := Cluster(x, Single)[0].Height; !(math.Abs(got-want) <= 1e-8*want) {
		t.Errorf("height %v, want %v", got, want)
	}
}

// A merge may name its clusters in any order.
func TestMergesInAnyOrder(t *testing.T) {
	if err := Tree([]Merge{{A: 1, B: 0, Height: 1, Size: 2}, {A: 2, B: 3, Height: 2, Size: 3}},
		names(3)).Check(); err != nil {
		t.Error(err)
	}
}

// The same bits however the work is cut.
func TestSlices(t *testing.T) {
	x := gaussian(90, 7, 3)
	for i := range 30 {
		x.Set(i, i%7, math.NaN())
	}
	for _, m := range Methods() {
		want := Cluster(x, m)
		for _, work := range []int{0, 1, 1000, 100_000} {
			c := New(x, m)
			last := 0.0
			for !c.Advance(work) {
				if f := c.Fraction(); f < last || f >= 1 {
					t.Fatalf("%s: fraction %v after %v", m, f, last)
				} else {
					last = f
				}
				if c.Merges() != nil {
					t.Fatal("merges before the end")
				}
			}
			if !slices.Equal(c.Merges(), want) || c.Fraction() != 1 {
				t.Errorf("%s: other merges by slices of %d", m, work)
			}
		}
		order := OptimalOrder(x, want)
		o := newOrderer(x, want)
		for !o.Advance(1) {
		}
		if !slices.Equal(o.Order(), order) {
			t.Errorf("%s: other order by slices", m)
		}
	}
}

func TestExtremes(t *testing.T) {
	for name, x := range map[string]*mat.Dense{
		"huge":    mat.NewDense(4, 2, []float64{1e308, 0, -1e308, 0, 5e307, 1e308, 0, 0}),
		"tiny":    mat.NewDense(4, 1, []float64{0, 1e-300, 3e-300, 7e-300}),
		"equal":   mat.NewDense(5, 2, []float64{1, 2, 1, 2, 1, 2, 1, 2, 1, 2}),
		"missing": mat.NewDense(3, 2, []float64{math.NaN(), math.NaN(), 1, 2, math.NaN(), math.NaN()}),
		"one":     mat.NewDense(1, 2, []float64{1, 2}),
		"mixed":   mat.NewDense(4, 1, []float64{0, 0, 1, 1}),
	} {
		n, _ := x.Dims()
		for _, m := range Methods() {
			merges := Cluster(x, m)
			for _, g := range merges {
				if math.IsNaN(g.Height) || math.IsInf(g.Height, 0) && name != "huge" {
					t.Errorf("%s, %s: height %v", name, m, g.Height)
				}
			}
			if err := Tree(merges, names(n)).Check(); err != nil {
				t.Errorf("%s, %s: %v", name, m, err)
			}
			order := OptimalOrder(x, merges)
			if slices.Sort(order); len(order) != n || order[0] != 0 || order[n-1] != n-1 {
				t.Errorf("%s, %s: order %v", name, m, order)
			}
		}
	}
}

func TestTreeTimes(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 1, 3, 7})
	r := Tree(Cluster(x, Single), names(4))
	for i, h := range []float64{1, 2, 4} {
		if want := 1 - h/(1.05*4); !(math.Abs(r.Time(4+i)-want) <= 1e-15) {
			t.Errorf("time %d is %v, want %v", i, r.Time(4+i), want)
		}
	}
	if got := r.Canonical(); got != "(((0,1),2),3)" {
		t.Error(got)
	}
}

// The best order among all 2^(n−1) turns of the branches.
func TestOptimalOrderIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n := rapid.IntRange(1, 10).Draw(t, "rows")
		x := gaussian(n, 2, rng.Uint64())
		m := rapid.SampledFrom(Methods()).Draw(t, "method")
		merges := Cluster(x, m)
		d := allDistances(x)
		length := func(order []int) float64 {
			s := 0.0
			for i := 1; i < len(order); i++ {
				s += d[order[i-1]][order[i]]
			}
			return s
		}
		clades := func(order []int) bool { // whether the tree can show the order
			place := make([]int, n)
			for i, r := range order {
				place[r] = i
			}
			r := Tree(merges, names(n))
			for v := n; v < r.Nodes(); v++ {
				low, high := n, -1
				leaves := r.LeavesBelow(v)
				for _, l := range leaves {
					low, high = min(low, place[l]), max(high, place[l])
				}
				if high-low+1 != len(leaves) {
					return false
				}
			}
			return true
		}
		best := math.Inf(1)
		for turns := range 1 << (n - 1) {
			clusters := make([][]int, 0, 2*n)
			for i := range n {
				clusters = append(clusters, []int{i})
			}
			for i, g := range merges {
				a, b := clusters[g.A], clusters[g.B]
				if turns>>i&1 == 1 {
					a, b = b, a
				}
				clusters = append(clusters, slices.Concat(a, b))
			}
			best = min(best, length(clusters[len(clusters)-1]))
		}
		order := OptimalOrder(x, merges)
		if !clades(order) || !(math.Abs(length(order)-best) <= 1e-9) {
			t.Fatalf("order %v has length %v, the best %v", order, length(order), best)
		}
		if n > 2 {
			g := &greedy{x: x, n: n, merges: merges}
			for finished := false; !finished; {
				_, finished = g.step()
			}
			if !clades(g.order()) || length(g.order()) < best-1e-9 {
				t.Fatalf("the greedy order %v has length %v, the best %v", g.order(), length(g.order()), best)
			}
		}
	})
}

func TestPanics(t *testing.T) {
	for want, f := range map[string]func(){
		"unknown method": func() { New(gaussian(2, 1, 1), "median") },
		"one merge":      func() { Tree(nil, names(2)) },
		"fewer than":     func() { newOrderer(gaussian(3, 1, 1), nil) },
		"not yet made":   func() { Tree([]Merge{{A: 0, B: 2, Height: 1, Size: 2}}, names(2)) },
	} {
		func() {
			defer func() {
				if s, _ := recover().(string); !strings.Contains(s, want) {
					t.Errorf("panic is %q, want %q", s, want)
				}
			}()
			f()
		}()
	}
}

// On a tie the cluster before is the nearest, also if it is the first: else the chain would not end.
func TestTiesEndTheChain(t *testing.T) {
	c := newTable(Average, 3, newPairTable(3, []float64{1, 1, 1}))
	if nearest, height := c.nearest(2, 0, []int{0, 1, 2}); nearest != 0 || height != 1 {
		t.Errorf("%d at %v", nearest, height)
	}
	if nearest, height := c.nearest(2, 1, []int{0, 1, 2}); nearest != 1 || height != 1 {
		t.Errorf("%d at %v", nearest, height)
	}
	m := newMeans(Ward, newMetricDistances(mat.NewDense(3, 1, []float64{0, 2, 1}), false, Euclidean))
	for before := range 2 {
		if nearest, _ := m.nearest(2, before, []int{0, 1, 2}); nearest != before {
			t.Errorf("%d after %d", nearest, before)
		}
	}
}
