package pydt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
)

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

// A shape is a labelled tree without times, for enumeration.
type shapeNode struct {
	leaf int
	kids []*shapeNode
}

func (n *shapeNode) size() int {
	if n.kids == nil {
		return 1
	}
	sum := 0
	for _, k := range n.kids {
		sum += k.size()
	}
	return sum
}

// logProbability is section 2.5: Π exp(S_v)/H_{m_v−1}.
func (n *shapeNode) logProbability(p *Prior) float64 {
	if n.kids == nil {
		return 0
	}
	m := n.size()
	sum := -p.lnTotal[m] - float64(len(n.kids)-1)*p.lnBlock[1] - math.Log(p.Harmonic(m-1))
	for i, k := range n.kids {
		sum += p.lnBlock[k.size()] + k.logProbability(p)
		if i >= 2 {
			sum += p.lnMore[i+1]
		}
	}
	return sum
}

// pattern is the unlabelled shape: "((oo)o)".
func (n *shapeNode) pattern() string {
	if n.kids == nil {
		return "o"
	}
	parts := make([]string, len(n.kids))
	for i, k := range n.kids {
		parts[i] = k.pattern()
	}
	sort.Slice(parts, func(i, j int) bool {
		if len(parts[i]) != len(parts[j]) {
			return len(parts[i]) > len(parts[j])
		}
		return parts[i] < parts[j]
	})
	return "(" + strings.Join(parts, "") + ")"
}

func (n *shapeNode) clone() *shapeNode {
	c := &shapeNode{leaf: n.leaf}
	for _, k := range n.kids {
		c.kids = append(c.kids, k.clone())
	}
	return c
}

// allTrees returns every labelled multifurcating tree on n leaves: 1, 4, 26, 236 for 2 to 5.
func allTrees(n int) []*shapeNode {
	if n == 1 {
		return []*shapeNode{{}}
	}
	var out []*shapeNode
	for _, t := range allTrees(n - 1) {
		count := len(flatten(t))
		for i := range count {
			// On the branch above node i.
			c := t.clone()
			at := flatten(c)[i]
			*at = shapeNode{kids: []*shapeNode{{leaf: at.leaf, kids: at.kids}, {leaf: n - 1}}}
			out = append(out, c)
			// As a further child of node i.
			if flatten(t)[i].kids != nil {
				c := t.clone()
				at := flatten(c)[i]
				at.kids = append(at.kids, &shapeNode{leaf: n - 1})
				out = append(out, c)
			}
		}
	}
	return out
}

func flatten(n *shapeNode) []*shapeNode {
	out := []*shapeNode{n}
	for _, k := range n.kids {
		out = append(out, flatten(k)...)
	}
	return out
}

// probabilities of all labelled trees sum to one.
func TestTreesSumToOne(t *testing.T) {
	for n, count := range map[int]int{3: 4, 4: 26, 5: 236} {
		trees := allTrees(n)
		if len(trees) != count {
			t.Fatalf("%d trees on %d leaves, want %d", len(trees), n, count)
		}
		for _, ta := range [][2]float64{{1, .3}, {.5, 0}, {2.3, .23}, {0, 0}, {-0.6, .3}, {1.5, -.5}} {
			p, sum := NewPrior(ta[0], ta[1], n), 0.0
			for _, tr := range trees {
				sum += math.Exp(tr.logProbability(p))
			}
			close(t, fmt.Sprint(n, ta), sum, 1, 1e-10)
		}
	}
}

// nodeShapes returns the probability of each unlabelled shape.
func nodeShapes(n int, p *Prior) map[string]float64 {
	out := map[string]float64{}
	for _, tr := range allTrees(n) {
		out[tr.pattern()] += math.Exp(tr.logProbability(p))
	}
	return out
}

// Probabilities of all shapes of three and four leaves, worked out by hand.
func TestNamedShapes(t *testing.T) {
	p := NewPrior(1, .3, 4)
	got := nodeShapes(4, p)
	for name, want := range map[string]float64{"(((oo)o)o)": .1690, "((oo)(oo))": .0919, "((oo)oo)": .4203, "((ooo)o)": .1287, "(oooo)": .1901} {
		close(t, name, got[name], want, 1e-4)
	}
	close(t, "star at (1,0)", nodeShapes(4, NewPrior(1, 0, 4))["(oooo)"], .05556, 1e-4)
	close(t, "star at (2.3,.23)", nodeShapes(4, NewPrior(2.3, .23, 4))["(oooo)"], .29229, 1e-4)
	three := nodeShapes(3, p)
	close(t, "N=3 star", three["(ooo)"], (1+.6)/(3+1-.3), 1e-12)
	close(t, "N=3 binary", three["((oo)o)"], 3*(1-.3)/(3+1-.3), 1e-12)
}

// at α = ½, θ = −1 all 105 binary trees on five leaves are equally likely.
func TestUniformTrees(t *testing.T) {
	p, count := NewPrior(-1, .5, 5), 0
	for _, tr := range allTrees(5) {
		if l := tr.logProbability(p); !math.IsInf(l, -1) {
			count++
			close(t, "probability", math.Exp(l), 1./105, 1e-10)
		}
	}
	if count != 105 {
		t.Fatalf("%d trees of positive probability, want 105", count)
	}
}

func (k *sketch) shape() *shapeNode {
	kids := map[int32][]int32{}
	at := 0
	for v, n := range k.KidCount {
		kids[int32(v)] = k.Kids[at : at+int(n)]
		at += int(n)
	}
	var walk func(v int32) *shapeNode
	walk = func(v int32) *shapeNode {
		n := &shapeNode{leaf: int(v)}
		for _, c := range kids[v] {
			n.kids = append(n.kids, walk(c))
		}
		return n
	}
	return walk(k.Top)
}

// shapes of simulated trees, increments of cumulative divergence, and the covariance of two leaves.
func TestSimulatedTrees(t *testing.T) {
	const draws = 20000
	rng := rand.New(rand.NewPCG(1, 13))
	p, c := NewPrior(1, .3, 4), 0.7
	counts, want := map[string]float64{}, nodeShapes(4, p)
	var first []float64
	for range draws {
		k := sampleTree(4, p, c, rng)
		counts[k.shape().pattern()]++
		first = append(first, c*k.Ell[k.Top])
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
	// Cov(x_1, x_2) = σ²/(1 + c·h_1).
	sum, square := 0.0, 0.0
	const pairsDrawn = 40000
	for range pairsDrawn {
		x := SampleLocations(sampleTree(2, p, c, rng).publish([]string{"a", "b"}), 1, 1.7, 0, rng)
		v := x.At(0, 0) * x.At(1, 0)
		sum += v
		square += v * v
	}
	mean := sum / pairsDrawn
	se := math.Sqrt((square/pairsDrawn - mean*mean) / pairsDrawn)
	if expected := 1.7 / (1 + c*p.Rate(1)); !(math.Abs(mean-expected) <= 4*se) {
		t.Errorf("covariance %.4f, want %.4f ± %.4f", mean, expected, se)
	}
}

// the sequential density, leaf by leaf, is the same in every order and equals (2a).
func TestSequentialDensity(t *testing.T) {
	for _, ta := range [][2]float64{{1, .3}, {.5, 0}, {2.3, .23}, {-.3, .5}} {
		rng := rand.New(rand.NewPCG(5, 14))
		p := newProblem(randomData(rng, 7, 1, 0))
		h := newHyper(p, 1, 0.8, ta[0], ta[1], 0, true, true, true, true, true)
		whole := newState(p, h)
		order := rng.Perm(7)
		whole.begin(int32(order[0]), int32(order[1]))
		for _, v := range order[2:] {
			whole.attachAtRandom(rng, int32(v))
		}
		whole.recompute()
		want := whole.logPriorByDefinition(ta[0], ta[1], 0.8)
		keep := whole.capture()
		for range 50 {
			// Take leaves away one by one: each one's logπ is what it added.
			whole.load(keep)
			whole.recompute()
			sum := 0.0
			for _, v := range rng.Perm(7)[:5] {
				d := whole.detach(int32(v))
				a := newAttacher(whole)
				a.start(int32(v))
				for !a.advance(100) {
				}
				if d.removed {
					sum += a.onBranch(d.sibling, d.rem) - a.fit(d.sibling, d.rem)
				} else {
					sum += a.atNode(d.parent) - a.fit(d.parent, whole.rem[d.parent])
				}
			}
			sum += whole.pri[whole.top] + math.Log(whole.ell[whole.top])
			whole.load(keep)
			whole.recompute()
			close(t, "sequential density", sum, whole.pri[whole.top]+math.Log(whole.ell[whole.top]), 1e-10)
		}
		close(t, "in t", whole.logPriorOfTimes(), want, 1e-10)
	}
}

// A Dirichlet diffusion tree has branch points of two children.
func TestDirichletRefusesThreeChildren(t *testing.T) {
	p := NewPrior(0, 0, 3)
	star := &shapeNode{kids: []*shapeNode{{leaf: 0}, {leaf: 1}, {leaf: 2}}}
	if !math.IsInf(star.logProbability(p), -1) {
		t.Fatal("a branch point of three has positive probability")
	}
	if p.canJoin(2) {
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
			i, j := 0.0, 0.0
			for _, v := range flatten(sampleTree(n, p, 1, rng).shape()) {
				if v.kids != nil {
					d := math.Abs(float64(v.kids[0].size() - v.kids[1].size()))
					i += d
					if d > 0 {
						j++
					}
				}
			}
			colless = append(colless, 2*i/((n-1)*(n-2)))
			rogers = append(rogers, j/(n-2))
		}
		for k, x := range [][]float64{colless, rogers} {
			m, s := stat.MeanStdDev(x, nil)
			if se := s / math.Sqrt(float64(draws)); !(math.Abs(m-want[k]) <= 4*se+5e-5) {
				t.Errorf("α=%g index %d: %.4f ± %.4f, want %.4f", alpha, k, m, se, want[k])
			}
		}
	}
}
