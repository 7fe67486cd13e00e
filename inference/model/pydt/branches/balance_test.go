package branches_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
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
	t := &tree.Tree{Names: make([]string, n), Parent: parent, Children: make([][]int, len(parent)),
		LogTime: make([]float64, len(parent))}
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
func denseEvidence(s *posterior.State) float64 {
	const points, step = 14, 1
	var inner []int32
	for _, v := range s.Preorder() {
		if !s.IsLeaf(v) {
			inner = append(inner, v)
		}
	}
	var sum special.LogSum
	var fill func(i int, jacobian float64)
	fill = func(i int, jacobian float64) {
		if i == len(inner) {
			sum.Add(pydttest.DenseJoint(s) + math.Log(jacobian))
			return
		}
		for k := range points {
			share := 1 / (1 + math.Exp(-step*(float64(k)-points/2+0.5)))
			s.SetRem(inner[i], s.ParentRem(inner[i])*(1-share))
			fill(i+1, jacobian*share*step) // dℓ = share of the logit's
		}
	}
	fill(0, 1)
	return sum.Value()
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
		draw := hyper.SamplePrior(4, 3, make([]string, 4),
			hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.3, 4), C: 1, Sigma2: 1.2, Noise: 0.02}, rng)
		p := problem.New(draw.X)
		h := hyper.New(p, 1.2, 1, 1, 0.3, 0.02, true, true, true, true, true)
		best := map[int]float64{}
		exact := map[uint64]float64{}
		for _, parent := range all {
			s := posterior.NewState(p, h)
			s.Adopt(treeOf(parent, 4))
			n, key := int(s.Points(s.Top)), s.Hash[s.Top]
			e := denseEvidence(s)
			for _, v := range s.Preorder() { // 3 and 15 ways to resolve 3 and 4 children, at half weight
				e -= 0.5 * math.Log([]float64{1, 1, 1, 3, 15}[len(s.Kids[v])])
			}
			exact[key] = e
			if old, ok := best[n]; !ok || e > old {
				best[n] = e
			}
		}
		for n := 1; n <= 3; n++ {
			s := posterior.NewState(p, h)
			s.Adopt(treeOf([]int{4, 4, 4, 4, -1}, 4))
			s.Hyper.Expect(pitmanyor.Moment{Mean: float64(n)}, 0)
			s.Hyper.Spread = 0.1
			b := branches.NewBalancer(s, float64(n), 1)
			for !b.Advance(1) {
			}
			f := placing.NewSearcher(s, rng, func(float64) {})
			f.Score = evidence.Score
			for range 40 {
				for done := false; !done; done, _ = f.Advance(1 << 20) {
				}
			}
			if got := s.Points(s.Top); got != float64(n) {
				t.Errorf("seed %d: %v branch points, %d expected", seed, got, n)
				continue
			}
			miss := best[n] - exact[s.Hash[s.Top]]
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
		s, _ := pydttest.Fitted(rand.New(rand.NewPCG(seed, 98)), 9, 3, 0, 0.02)
		whole, maximum := evidence.Structure(s)
		if !maximum {
			continue
		}
		ways := 0.0
		for _, v := range s.Preorder() {
			for k := 3; k <= len(s.Kids[v]); k++ {
				ways += math.Log(float64(2*k - 3))
			}
		}
		pydttest.Close(t, "score", evidence.Score(s), whole-ways/2, 1e-9)
		n := s.Points(s.Top)
		s.Hyper.Expect(pitmanyor.Moment{Mean: n - 2, Deviation: 9}, 0.7)
		s.Recompute()
		off := n - (n-2)*(n-2)/math.Hypot(n-2, 9)
		pydttest.Close(t, "score where a number is expected", evidence.Score(s),
			whole-ways/2+0.7*off-off*off/(2*1.5*1.5), 1e-9)
	}
}

// A balanced tree has the expected number of branch points, and those that it has are more probable
// than those that it lacks. Without an expected number it has the branch points that are more probable
// than not.
func TestBalancedTrees(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 99))
		for _, want := range []float64{4, 12, 20, math.NaN()} {
			s, _ := pydttest.Fitted(rng, 30, 4, 0.1*float64(seed%2), 0.02)
			b := branches.NewBalancer(s, want, 2)
			for !b.Advance(7) {
			}
			if n := s.Points(s.Top); !math.IsNaN(want) && !(math.Abs(n-want) <= 2) {
				t.Errorf("seed %d: %v branch points, %v wanted", seed, n, want)
			}
			pydttest.Close(t, "messages", s.Objective(), func() float64 { s.Recompute(); return s.Objective() }(), 1e-12)
			s.Cavities()
			c := branches.NewCollapser(s)
			wrong := 0
			for _, v := range s.Preorder() {
				if s.IsLeaf(v) || v == s.Top {
					continue
				}
				if c.Odds(v) < b.Threshold-1 {
					wrong++
				}
			}
			if wrong > 1 {
				t.Errorf("seed %d: %d branches are less likely than the threshold %.2f of %v branch points", seed, wrong,
					b.Threshold, want)
			}
		}
	}
}

// A branch too near the end for quadrature has the odds of the prior.
func TestOddsWithoutTimeAreThoseOfThePrior(t *testing.T) {
	p := problem.New(pydttest.PriorData(5, 2, 3).X)
	h := hyper.New(p, 1, 1, 1, 0.3, 0.1, true, true, true, true, true)
	s := posterior.NewState(p, h)
	s.Adopt(treeOf([]int{6, 6, 5, 5, 5, -1, 5}, 5))
	for _, v := range s.Preorder() {
		if !s.IsLeaf(v) {
			s.SetTime(v, s.Ell[v]+900)
		}
	}
	s.Recompute()
	s.Cavities()
	// P(T) = Π exp(S_v)/H_{m_v−1}, by the star's and this tree's.
	prior := h.Prior
	want := prior.LogSplit([]int{2, 1, 1, 1}) + prior.LogSplit([]int{1, 1}) - math.Log(prior.Harmonic(1)) -
		prior.LogSplit([]int{1, 1, 1, 1, 1})
	// A star of five can be resolved in 105 ways, one of four in 15.
	want += 0.5 * math.Log(105./15)
	pydttest.Close(t, "log odds", branches.NewCollapser(s).Odds(6), want, 1e-9)
}
