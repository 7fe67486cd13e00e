package pydt

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/tree"
)

// structures lists all trees of n leaves, branch points of any degree, as parents: leaves are
// 0 … n−1. Each further leaf is added to every branch and every branch point: 1, 4, 26, 236 trees.
func structures(n int) [][]int {
	list := [][]int{{2, 2, -1}}
	for leaf := 2; leaf < n; leaf++ {
		var more [][]int
		for _, old := range list {
			parent := slices.Insert(slices.Clone(old), leaf, -2) // branch points move up by one
			for v, p := range parent {
				if p >= leaf {
					parent[v] = p + 1
				}
			}
			for v := range parent {
				if v == leaf {
					continue
				}
				if v > leaf {
					joined := slices.Clone(parent)
					joined[leaf] = v
					more = append(more, joined)
				}
				on := append(slices.Clone(parent), parent[v])
				on[v], on[leaf] = len(parent), len(parent)
				more = append(more, on)
			}
		}
		list = more
	}
	return list
}

func treeOf(parent []int, n int) *tree.Tree {
	t := &tree.Tree{Names: make([]string, n), Parent: parent, Children: make([][]int, len(parent)), LogTime: make([]float64, len(parent))}
	for v, p := range parent {
		if p < 0 {
			t.Top = v
		} else {
			t.Children[p] = append(t.Children[p], v)
		}
		if v < n {
			t.LogTime[v] = math.Inf(1)
		}
	}
	var down func(v int, at float64)
	down = func(v int, at float64) {
		if v >= n {
			t.LogTime[v] = at
		}
		for _, k := range t.Children[v] {
			down(k, at+0.3)
		}
	}
	down(t.Top, 0.3)
	return t
}

// denseEvidence integrates the dense joint density over all times of the state's tree, with 14 points
// for the logit of each time, as a share of the time that its parent leaves.
func denseEvidence(s *state) float64 {
	const points, step = 14, 1
	var inner []int32
	for _, v := range s.preorder() {
		if !s.isLeaf(v) {
			inner = append(inner, v)
		}
	}
	var sum logSum
	var fill func(i int, jacobian float64)
	fill = func(i int, jacobian float64) {
		if i == len(inner) {
			sum.add(denseJoint(s) + math.Log(jacobian))
			return
		}
		for k := range points {
			share := 1 / (1 + math.Exp(-step*(float64(k)-points/2+0.5)))
			s.setRem(inner[i], s.parentRem(inner[i])*(1-share))
			fill(i+1, jacobian*share*step) // dℓ = share of the logit's
		}
	}
	fill(0, 1)
	return sum.value()
}

// For four rows, a balancer and a search by the score find the best, or nearly the best, of all trees
// with the expected number of branch points. The evidences of all 26 structures come from dense
// quadrature over all their times.
func TestTypicalTreeIsTheBestOfItsNumber(t *testing.T) {
	all := structures(4)
	if len(all) != 26 {
		t.Fatalf("%d structures of four leaves", len(all))
	}
	short, lost, tried := 0.0, 0, 0
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 97))
		draw := samplePrior(4, 3, make([]string, 4), hyper{prior: pitmanyor.NewPrior(1, 0.3, 4), c: 1, sigma2: 1.2, noise: 0.02}, rng)
		p := newProblem(draw.X)
		h := newHyper(p, 1.2, 1, 1, 0.3, 0.02, true, true, true, true, true)
		best := map[int]float64{}
		evidence := map[uint64]float64{}
		for _, parent := range all {
			s := newState(p, h)
			s.adopt(treeOf(parent, 4))
			n, key := int(s.points(s.top)), s.hash[s.top]
			e := denseEvidence(s)
			for _, v := range s.preorder() { // 3 and 15 ways to resolve 3 and 4 children, at half weight
				e -= 0.5 * math.Log([]float64{1, 1, 1, 3, 15}[len(s.kids[v])])
			}
			evidence[key] = e
			if old, ok := best[n]; !ok || e > old {
				best[n] = e
			}
		}
		for n := 1; n <= 3; n++ {
			s := newState(p, h)
			s.adopt(treeOf([]int{4, 4, 4, 4, -1}, 4))
			s.hyper.expect(pitmanyor.Moment{Mean: float64(n)}, 0)
			s.hyper.spread = 0.1
			b := newBalancer(s, float64(n), 1)
			for !b.advance(1) {
			}
			f := newSearcher(s, rng, func(float64) {})
			f.score = (*state).score
			for range 40 {
				for done := false; !done; done, _ = f.advance(1 << 20) {
				}
			}
			if got := s.points(s.top); got != float64(n) {
				t.Errorf("seed %d: %v branch points, %d expected", seed, got, n)
				continue
			}
			miss := best[n] - evidence[s.hash[s.top]]
			short += miss
			tried++
			if miss > 0.01 {
				lost++
			}
			if miss > 1 {
				t.Errorf("seed %d, %d branch points: %.2f nats below the best of its number", seed, n, miss)
			}
		}
	}
	t.Logf("%d of %d trees are not the best, %.3f nats below it on average", lost, tried, short/float64(tried))
	if short/float64(tried) > 0.1 {
		t.Errorf("%.3f nats below the best on average", short/float64(tried))
	}
}

// The score is the evidence of the structure with the resolutions at half weight. Where a number of
// branch points is expected, the score adds a term for the tree's own number.
func TestScoreIsEvidenceAndTally(t *testing.T) {
	for seed := range uint64(6) {
		s, _ := fitted(rand.New(rand.NewPCG(seed, 98)), 9, 3, 0, 0.02)
		evidence, maximum := s.structureEvidence()
		if !maximum {
			continue
		}
		ways := 0.0
		for _, v := range s.preorder() {
			for k := 3; k <= len(s.kids[v]); k++ {
				ways += math.Log(float64(2*k - 3))
			}
		}
		close(t, "score", s.score(), evidence-ways/2, 1e-9)
		n := s.points(s.top)
		s.hyper.expect(pitmanyor.Moment{Mean: n - 2, Deviation: 9}, 0.7)
		s.recompute()
		off := n - (n-2)*(n-2)/math.Hypot(n-2, 9)
		close(t, "score where a number is expected", s.score(), evidence-ways/2+0.7*off-off*off/(2*1.5*1.5), 1e-9)
	}
}

// A balanced tree has the expected number of branch points, and those that it has are more probable
// than those that it lacks. Without an expected number it has the branch points that are more probable
// than not.
func TestBalancedTrees(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 99))
		for _, want := range []float64{4, 12, 20, math.NaN()} {
			s, _ := fitted(rng, 30, 4, 0.1*float64(seed%2), 0.02)
			b := newBalancer(s, want, 2)
			for !b.advance(7) {
			}
			if n := s.points(s.top); !math.IsNaN(want) && !(math.Abs(n-want) <= 2) {
				t.Errorf("seed %d: %v branch points, %v wanted", seed, n, want)
			}
			close(t, "messages", s.objective(), func() float64 { s.recompute(); return s.objective() }(), 1e-12)
			s.cavities()
			c := newCollapser(s)
			wrong := 0
			for _, v := range s.preorder() {
				if s.isLeaf(v) || v == s.top {
					continue
				}
				if c.odds(v) < b.threshold-1 {
					wrong++
				}
			}
			if wrong > 1 {
				t.Errorf("seed %d: %d branches are less likely than the threshold %.2f of %v branch points", seed, wrong, b.threshold, want)
			}
		}
	}
}

// A branch too near the end for quadrature has the odds of the prior.
func TestOddsWithoutTimeAreThoseOfThePrior(t *testing.T) {
	p := newProblem(priorData(5, 2, 3).X)
	h := newHyper(p, 1, 1, 1, 0.3, 0.1, true, true, true, true, true)
	s := newState(p, h)
	s.adopt(treeOf([]int{6, 6, 5, 5, 5, -1, 5}, 5))
	for _, v := range s.preorder() {
		if !s.isLeaf(v) {
			s.setTime(v, s.ell[v]+900)
		}
	}
	s.recompute()
	s.cavities()
	// P(T) = Π exp(S_v)/H_{m_v−1}, by the star's and this tree's.
	prior := h.prior
	want := prior.LogSplit([]int{2, 1, 1, 1}) + prior.LogSplit([]int{1, 1}) - math.Log(prior.Harmonic(1)) - prior.LogSplit([]int{1, 1, 1, 1, 1})
	// A star of five can be resolved in 105 ways, one of four in 15.
	want += 0.5 * math.Log(105./15)
	close(t, "log odds", newCollapser(s).odds(6), want, 1e-9)
}
