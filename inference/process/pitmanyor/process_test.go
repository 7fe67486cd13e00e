package pitmanyor

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/tree"
	"example.org/espalier/inference/tree/shapes"
)

func numberedNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	return names
}

func TestProcessGoesOnFromACopyToTheSameBits(t *testing.T) {
	prior := NewPrior(0.7, 0.3, 12)
	run := func(copies bool) (*tree.Tree, []Event) {
		source := rand.NewPCG(3, 4)
		rng, p := rand.New(source), NewProcess(prior, 1.3, 12)
		var events []Event
		for p.Points() < 12 {
			if copies {
				q := p.Clone()
				for range 3 { // what the other one does must not matter
					if p.Next(rand.New(rand.NewPCG(9, 9))).Kind != Follows {
						p.Land()
						if p.Points() == 12 {
							break
						}
					}
				}
				p = q
			}
			e := p.Next(rng)
			events = append(events, e)
			if e.Kind != Follows {
				p.Land()
			}
		}
		tr, node := p.Tree(numberedNames(12))
		for leaf := range 12 {
			if node[leaf] != leaf {
				t.Fatalf("leaf %d is node %d", leaf, node[leaf])
			}
		}
		return tr, events
	}
	a, x := run(false)
	b, y := run(true)
	if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(x, y) {
		t.Error("copies go on to another tree")
	}
	if err := a.Check(); err != nil {
		t.Error(err)
	}
	whole := prior.Sample(1.3, numberedNames(12), rand.New(rand.NewPCG(3, 4)))
	if !reflect.DeepEqual(a, whole) {
		t.Error("events give another tree than whole paths")
	}
	for _, e := range x {
		if e.Kind != Begins && (e.Time < e.From || e.Time > e.To || e.Points < 1 ||
			e.Kind == Follows && (e.Sizes[e.Choice] < 1 || e.Next < 0)) {
			t.Errorf("event %+v", e)
		}
	}
}

func TestShapesHaveTheKnownProbabilities(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 1, 3: 2, 4: 5, 5: 12, 6: 33, 7: 90} {
		if got := len(shapes.All(n)); got != want {
			t.Errorf("%d shapes of %d leaves, not %d", got, n, want)
		}
	}
	// Test 5 of section 18 of the mathematics.
	p := NewPrior(1, 0.3, 8)
	for shape, want := range map[string]float64{"(((oo)o)o)": 0.1690, "((oo)(oo))": 0.0919, "((oo)oo)": 0.4203,
		"((ooo)o)": 0.1287, "(oooo)": 0.1901} {
		found := false
		for _, s := range shapes.All(4) {
			if s.String() == shape {
				found = true
				if got := math.Exp(p.LogProbability(s)); !(math.Abs(got-want) <= 1e-4) {
					t.Errorf("%s: %v, not %v", shape, got, want)
				}
			}
		}
		if !found {
			t.Errorf("no shape %s", shape)
		}
	}
	for _, q := range [][2]float64{{1, 0.3}, {0, 0}, {2.3, 0.23}, {-1, 0.5}, {3, -1}} {
		p := NewPrior(q[0], q[1], 8)
		for n := 2; n <= 7; n++ {
			sum, points := 0.0, 0.0
			for _, s := range shapes.All(n) {
				w := math.Exp(p.LogProbability(s))
				sum += w
				points += w * float64(branchPoints(s))
			}
			if !(math.Abs(sum-1) <= 1e-12) {
				t.Errorf("θ = %v, α = %v: shapes of %d leaves sum to %v", q[0], q[1], n, sum)
			}
			if m := p.BranchPoints(n)[n]; !(math.Abs(m.Mean-points) <= 1e-10) {
				t.Errorf("θ = %v, α = %v: %v branch points of %d leaves, not %v", q[0], q[1], m.Mean, n, points)
			}
		}
	}
	if m := NewPrior(2.3, 0.23, 8).BranchPoints(4)[4]; !(math.Abs(m.Mean-1.85869) <= 1e-5) {
		t.Errorf("E of branch points is %v", m.Mean)
	}
}

// TestProcessOfFlatTrees draws where branch points lie so late that 1−t underflows.
func TestProcessOfFlatTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	p := NewPrior(20, 0, 4)
	star := math.Exp(p.LogProbability(shapes.Shape{Leaves: 4,
		Children: []shapes.Shape{{Leaves: 1}, {Leaves: 1}, {Leaves: 1}, {Leaves: 1}}}))
	const draws = 3000
	stars := 0.0
	for range draws {
		if tr := p.Sample(1, numberedNames(4), rng); len(tr.Children[tr.Top]) == 4 {
			stars++
		}
	}
	if se := math.Sqrt(star * (1 - star) / draws); !(math.Abs(stars/draws-star) <= 4*se) {
		t.Errorf("share of stars %v, not %v ± %v", stars/draws, star, se)
	}
}

func branchPoints(s shapes.Shape) int {
	if s.Children == nil {
		return 0
	}
	sum := 1
	for _, c := range s.Children {
		sum += branchPoints(c)
	}
	return sum
}

// TestMomentsAreThoseOfDraws checks means and spreads against simulation.
func TestMomentsAreThoseOfDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const draws = 4000
	check := func(name string, want Moment, draw func() float64) {
		t.Helper()
		sum, square := 0.0, 0.0
		for range draws {
			x := draw()
			sum += x
			square += x * x
		}
		mean := sum / draws
		deviation := math.Sqrt(square/draws - mean*mean)
		if !(math.Abs(mean-want.Mean) <= 4*want.Deviation/math.Sqrt(draws)) ||
			!(math.Abs(deviation/want.Deviation-1) <= 0.1) {
			t.Errorf("%s: drawn %v ± %v, expected %v", name, mean, deviation, want)
		}
	}
	many := NewPrior(1.5, 0.2, 20)
	check("branch points", many.BranchPoints(20)[20], func() float64 {
		tr := many.Sample(1, numberedNames(20), rng)
		if shapes.Of(tr).Leaves != 20 {
			t.Fatal("the shape has lost leaves")
		}
		return float64(tr.Nodes() - tr.Leaves())
	})
	binary := NewPrior(-1, 0.5, 30)
	colless, rogers := ExpectedImbalance(30, 0.5)
	check("Colless", colless, func() float64 {
		c, _ := Imbalance(binary.Sample(1, numberedNames(30), rng))
		return c
	})
	check("Rogers", rogers, func() float64 {
		_, r := Imbalance(binary.Sample(1, numberedNames(30), rng))
		return r
	})
	// The table of section 2.7.
	for alpha, want := range map[float64][2]float64{-4: {.0439, .5850}, 0: {.1328, .6603}, 0.5: {.2639, .7295},
		0.95: {.8342, .9483}} {
		c, r := ExpectedImbalance(100, alpha)
		if !(math.Abs(c.Mean-want[0]) <= 1e-4) || !(math.Abs(r.Mean-want[1]) <= 1e-4) {
			t.Errorf("α = %v: %v and %v, not %v", alpha, c.Mean, r.Mean, want)
		}
	}
}

// TestBranchPointsByTheirMeans compares with a recursion over the expected number of clades
// of each size below a branch point (math 2.8).
func TestBranchPointsByTheirMeans(t *testing.T) {
	const n = 40
	for _, q := range [][2]float64{{1, 0.3}, {0, 0}, {6, 0.1}, {-0.3, 0.5}} {
		theta, alpha := q[0], q[1]
		p := NewPrior(theta, alpha, n)
		counts, mean := p.BranchPoints(n), make([]float64, n+1)
		for m := 2; m <= n; m++ {
			mean[m] = 1
			for j := 2; j < m; j++ {
				x := float64(m - j)
				log := special.LogGamma(float64(m+1)) - special.LogGamma(float64(j+1)) - special.LogGamma(x+1) +
					special.LogGamma(float64(j)-alpha) +
					special.LogGamma(x+theta+alpha) - special.LogGamma(1+theta+alpha) - special.LogGamma(float64(m)+theta)
				mean[m] += math.Exp(log) / p.Harmonic(m-1) * mean[j]
			}
			if got := counts[m].Mean; !(math.Abs(got-mean[m]) <= 1e-8*mean[m]) {
				t.Fatalf("θ = %v, α = %v: %v branch points of %d leaves, by their means %v", theta, alpha, got, m, mean[m])
			}
		}
	}
}
