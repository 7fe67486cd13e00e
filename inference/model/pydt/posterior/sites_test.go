package posterior_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/leaves"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// The evidence of expectation propagation is close to the exact orthant probability:
// within 2e-3 nats a column for three leaves, for every pattern of signs, tree and σ² = 1.
func TestEvidenceIsAnOrthantProbability(t *testing.T) {
	worst, wide := map[int]float64{}, 0.0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 51))
		for _, n := range []int{2, 3} {
			s, _ := pydttest.BinaryState(rng, n, 4, 0, 0.3+0.7*rng.Float64())
			t := s.NewSettler(100, 1e-12)
			for !t.Advance(1 << 30) {
			}
			want := 0.0
			for j := range s.D {
				want += pydttest.Orthant(s, j)
			}
			worst[n] = math.Max(worst[n], math.Abs(s.LogEvidence()-want)/float64(s.D))
		}
		s, _ := pydttest.BinaryState(rng, 3, 4, 0, 16)
		s.Settle()
		want := 0.0
		for j := range s.D {
			want += pydttest.Orthant(s, j)
		}
		wide = math.Max(wide, math.Abs(s.LogEvidence()-want)/float64(s.D))
	}
	t.Logf("largest difference a column, nats: %v; with σ² = 16 and three leaves %.2g", worst, wide)
	if worst[2] > 1e-3 || worst[3] > 2e-3 || wide > 0.03 {
		t.Errorf("largest difference a column, nats: %v", worst)
	}
}

// The sites converge on random trees with branch points of any degree, for any σ² and any start, and
// the evidence at convergence does not depend on the start.
func TestSitesSettle(t *testing.T) {
	most := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 52))
		s, _ := pydttest.BinaryState(rng, 3+rng.IntN(60), 3, 0.2*float64(seed%2), math.Exp(6*rng.Float64()-1))
		sweeps := func() int {
			w := s.NewSettler(200, 1e-8)
			for !w.Advance(7) {
			}
			return 200 - w.Left
		}
		n := 0
		value := math.NaN()
		for ; n < 200; n++ {
			s.SettleBelow(s.Top, 1)
			s.CavityOfTop()
			if v := s.Objective(); math.Abs(v-value) < 1e-8 {
				break
			} else {
				value = v
			}
		}
		most = max(most, n)
		if n == 200 {
			t.Errorf("seed %d, σ² %.3g: still moving after 200 sweeps", seed, s.Hyper.Sigma2)
		}
		for v := range int32(s.N) {
			for j := range s.D {
				if s.Sites.Cells.(leaves.Signs).Of(int(v))[j] != 0 {
					s.MeanOf(v)[j], s.VariOf(v)[j] = 3*rng.NormFloat64(), 0.5+5*rng.Float64()
				}
			}
			s.Lik[v] = 0
		}
		s.Recompute()
		sweeps()
		pydttest.Close(t, "objective from other sites", s.Objective(), value, 1e-6)
	}
	t.Logf("at most %d sweeps", most)
}

// At converged sites, the gradient with the sites held fixed equals that of the evidence of expectation
// propagation. So times can be optimised with the sites fixed.
func TestGradientAtSettledSites(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 53))
		s, _ := pydttest.BinaryState(rng, 4+rng.IntN(12), 4, 0, 2)
		settle := func() {
			w := s.NewSettler(300, 1e-12)
			for !w.Advance(1 << 30) {
			}
		}
		settle()
		g := s.Gradient()
		keep := s.Capture()
		for _, v := range append([]int32(nil), s.Preorder()...) {
			if s.IsLeaf(v) {
				continue
			}
			value := func(step float64) float64 {
				s.Load(keep)
				s.ShiftWaiting(v, step)
				s.Recompute()
				settle()
				return s.Objective()
			}
			const h = 1e-3
			pydttest.Close(t, "derivative", g[v], (value(h)-value(-h))/(2*h), 1e-4)
		}
	}
}
