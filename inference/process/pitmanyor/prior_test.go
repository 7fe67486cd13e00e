package pitmanyor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"example.org/espalier/inference/inferencetest/labelled"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/stat"
)

func close(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(got == want || math.Abs(got-want) <= tolerance*(1+math.Abs(want))) {
		t.Fatalf("%s: got %.12g, want %.12g", what, got, want)
	}
}

// structure is the log probability of a tree without times, by the prior (section 2.5).
func structure(p *Prior, t *labelled.Tree) (sum float64) {
	for _, v := range t.Nodes() {
		if v.Kids == nil {
			continue
		}
		var sizes []int
		for _, k := range v.Kids {
			sizes = append(sizes, k.Size())
		}
		sum += p.LogSplit(sizes) - math.Log(p.Harmonic(v.Size()-1))
	}
	return sum
}

// With θ = α = 0 the generalised harmonic numbers are the ordinary ones.
func TestHarmonicNumbers(t *testing.T) {
	p := NewPrior(0, 0, 500)
	sum := 0.0
	for n := 1; n <= 500; n++ {
		sum += 1 / float64(n)
		close(t, "H_n", p.Harmonic(n), sum, 1e-13)
		close(t, "h_n", p.Rate(n), 1/float64(n), 1e-11)
	}
}

// The probabilities of all trees are those of the definition, and sum to one.
func TestTreesSumToOne(t *testing.T) {
	for n, count := range map[int]int{3: 4, 4: 26, 5: 236} {
		trees := labelled.All(n)
		if len(trees) != count {
			t.Fatalf("%d trees on %d leaves, want %d", len(trees), n, count)
		}
		for _, ta := range [][2]float64{{1, .3}, {.5, 0}, {2.3, .23}, {0, 0}, {-0.6, .3}, {1.5, -.5}, {-1, .5}} {
			p, sum := NewPrior(ta[0], ta[1], n), 0.0
			for _, tr := range trees {
				close(t, tr.String(), structure(p, tr), tr.LogProbability(ta[0], ta[1]), 1e-10)
				sum += math.Exp(structure(p, tr))
			}
			close(t, fmt.Sprint(n, ta), sum, 1, 1e-10)
		}
	}
}

// The densities of structure and times are those of the definition: in c·ℓ the times that branch
// points wait are exponential at rate H_{m−1}.
func TestDensityOfTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 14))
	for _, q := range [][3]float64{{1, .3, 1}, {0, 0, 0.7}, {2.3, .23, 1.3}, {-0.3, .5, 1}, {3, -.5, 2}} {
		theta, alpha, c := q[0], q[1], q[2]
		p := NewPrior(theta, alpha, 12)
		for range 20 {
			tr := p.Sample(c, numberedNames(12), rng)
			want, points := labelled.Of(tr).LogProbability(theta, alpha), 0.0
			g := NewCounts(12)
			for v, children := range tr.Children {
				if children == nil {
					continue
				}
				m, above := len(below(tr, v)), 0.0
				if q := tr.Parent[v]; q >= 0 {
					above = tr.LogTime[q]
				}
				rate := 0.0
				for i := 1.0; i < float64(m); i++ {
					rate += c * math.Gamma(i-alpha) / math.Gamma(i+1+theta)
				}
				want += math.Log(rate) - rate*(tr.LogTime[v]-above) + tr.LogTime[v] // dℓ = dt/(1−t)
				points += math.Log(c) + tr.LogTime[v]
				g.BranchPoint(len(children), m, tr.LogTime[v]-above)
				for i, k := range children {
					g.Child(i+1, len(below(tr, k)))
				}
			}
			close(t, fmt.Sprint("density at ", q), p.LogDensity(tr, c), want, 1e-9)
			s, exposure := g.Sums(theta, alpha)
			close(t, fmt.Sprint("counts at ", q), s-c*exposure+points, want, 1e-9)
		}
	}
}

// below lists the leaves below a node.
func below(t *tree.Tree, v int) (leaves []int) {
	if t.IsLeaf(v) {
		return []int{v}
	}
	for _, k := range t.Children[v] {
		leaves = append(leaves, below(t, k)...)
	}
	return leaves
}

// Resolutions divide a branch point of K children by (2K−3)!!, to a power.
func TestResolutions(t *testing.T) {
	p := NewPrior(1, .3, 9)
	for k, want := range map[int]float64{2: 1, 3: 3, 4: 15, 5: 105} {
		close(t, fmt.Sprint(k, " children"), p.AddResolutions(2, k), 2+math.Log(want), 1e-12)
		close(t, fmt.Sprint(k, " children at half"), p.Counting(0.5).AddResolutions(0, k), math.Log(want)/2, 1e-12)
	}
}

// What a leaf changes where it hangs adds up to the density, leaf by leaf, for any last leaf (section 2.6).
func TestAttachedLeaf(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 16))
	for _, q := range [][3]float64{{1, .3, 1.2}, {0, 0, 0.7}, {-0.3, .5, 1}} {
		p, c := NewPrior(q[0], q[1], 9), q[2]
		process := NewProcess(p, c, 9)
		for range 8 {
			process.Add(rng)
		}
		before, _ := process.Tree(numberedNames(9))
		want := 0.0
		for {
			e := process.Next(rng)
			from, to := -math.Log1p(-e.From), -math.Log1p(-e.Time)
			want += c * (from - to) * p.Crowd(e.Points, 1)
			switch e.Kind {
			case Follows:
				want = p.AddFollowed(p.AddPassed(want, e.Points, 1), e.Sizes[e.Choice], 1)
				continue
			case Joins:
				want = p.AddPassed(want, e.Points, 1) + p.Further(len(e.Sizes)+1)
			case Diverges:
				want += math.Log(c) + to + p.Clade(e.Points) - p.Total(e.Points+1)
			}
			break
		}
		process.Land()
		after, _ := process.Tree(numberedNames(9))
		close(t, fmt.Sprint("leaf at ", q), p.LogDensity(after, c)-p.LogDensity(before, c), want, 1e-7)
	}
}

// Probabilities of all shapes of three and four leaves, worked out by hand.
func TestNamedShapes(t *testing.T) {
	patterns := func(n int, theta, alpha float64) map[string]float64 {
		out := map[string]float64{}
		for _, tr := range labelled.All(n) {
			out[tr.Pattern()] += math.Exp(structure(NewPrior(theta, alpha, n), tr))
		}
		return out
	}
	got := patterns(4, 1, .3)
	for name, want := range map[string]float64{"(((oo)o)o)": .1690, "((oo)(oo))": .0919, "((oo)oo)": .4203,
		"((ooo)o)": .1287, "(oooo)": .1901} {
		close(t, name, got[name], want, 1e-4)
	}
	close(t, "star at (1,0)", patterns(4, 1, 0)["(oooo)"], .05556, 1e-4)
	close(t, "star at (2.3,.23)", patterns(4, 2.3, .23)["(oooo)"], .29229, 1e-4)
	three := patterns(3, 1, .3)
	close(t, "N=3 star", three["(ooo)"], (1+.6)/(3+1-.3), 1e-12)
	close(t, "N=3 binary", three["((oo)o)"], 3*(1-.3)/(3+1-.3), 1e-12)
}

// At α = ½, θ = −1 all 105 binary trees on five leaves are equally likely.
func TestUniformTrees(t *testing.T) {
	p, count := NewPrior(-1, .5, 5), 0
	for _, tr := range labelled.All(5) {
		if l := structure(p, tr); !math.IsInf(l, -1) {
			count++
			close(t, "probability", math.Exp(l), 1./105, 1e-10)
		}
	}
	if count != 105 {
		t.Fatalf("%d trees of positive probability, want 105", count)
	}
}

// Shapes of simulated trees, increments of cumulative divergence, and the time that two leaves share.
func TestSimulatedTrees(t *testing.T) {
	const draws = 20000
	rng := rand.New(rand.NewPCG(1, 13))
	p, c := NewPrior(1, .3, 4), 0.7
	counts, want := map[string]float64{}, labelled.Patterns(4, 1, .3)
	var first []float64
	for range draws {
		tr := p.Sample(c, numberedNames(4), rng)
		counts[labelled.Of(tr).Pattern()]++
		first = append(first, c*tr.LogTime[tr.Top])
	}
	for name, probability := range want {
		se := math.Sqrt(probability * (1 - probability) / draws)
		if z := (counts[name]/draws - probability) / se; !(math.Abs(z) <= 4) {
			t.Errorf("shape %s: %.4f, want %.4f (z = %.1f)", name, counts[name]/draws, probability, z)
		}
	}
	// A(t_top) ~ Exp(H_3): Kolmogorov-Smirnov at the 0.1 % level.
	sort.Float64s(first)
	uniform := make([]float64, draws)
	for i := range uniform {
		uniform[i] = -math.Log1p(-(float64(i)+0.5)/draws) / p.Harmonic(3)
	}
	if d := stat.KolmogorovSmirnov(first, nil, uniform, nil); d > 1.95*math.Sqrt(2./draws) {
		t.Errorf("the first divergence is not exponential: D = %.4f", d)
	}
	// The mean time at which two part is 1/(1 + c·h_1).
	sum, square := 0.0, 0.0
	const pairsDrawn = 40000
	for range pairsDrawn {
		tr := p.Sample(c, numberedNames(2), rng)
		v := -math.Expm1(-tr.LogTime[tr.Top])
		sum += v
		square += v * v
	}
	mean := sum / pairsDrawn
	se := math.Sqrt((square/pairsDrawn - mean*mean) / pairsDrawn)
	if expected := 1 / (1 + c*p.Rate(1)); !(math.Abs(mean-expected) <= 4*se) {
		t.Errorf("two part at %.4f, want %.4f ± %.4f", mean, expected, se)
	}
}

// A Dirichlet diffusion tree has branch points of two children.
func TestDirichletRefusesThreeChildren(t *testing.T) {
	p := NewPrior(0, 0, 3)
	if !math.IsInf(p.LogSplit([]int{1, 1, 1}), -1) {
		t.Fatal("a branch point of three has positive probability")
	}
	if p.CanJoin(2) {
		t.Fatal("a branch point of two can be joined")
	}
}

// balance of simulated trees against the exact recursion of section 2.7.
func TestBalance(t *testing.T) {
	const n = 100
	draws := 400
	if testing.Short() {
		draws = 100
	}
	for alpha, want := range map[float64][2]float64{0: {.1328, .6603}, .5: {.2639, .7295}, -1: {.0721, .6160}} {
		rng := rand.New(rand.NewPCG(8, 15))
		p := NewPrior(-2*alpha, alpha, n)
		var colless, rogers []float64
		for range draws {
			i, j := Imbalance(p.Sample(1, numberedNames(n), rng))
			colless, rogers = append(colless, i), append(rogers, j)
		}
		for k, x := range [][]float64{colless, rogers} {
			m, s := stat.MeanStdDev(x, nil)
			if se := s / math.Sqrt(float64(draws)); !(math.Abs(m-want[k]) <= 4*se+5e-5) {
				t.Errorf("α=%g index %d: %.4f ± %.4f, want %.4f", alpha, k, m, se, want[k])
			}
		}
	}
}
