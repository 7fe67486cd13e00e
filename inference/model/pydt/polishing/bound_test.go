package polishing_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// With the tree fixed, the bound lies below the evidence with τ and c integrated out by quadrature, and
// close to it.
func TestBoundBelowQuadrature(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 16))
	s, p := pydttest.RandomState(rng, 8, 2, 0, 0)
	s.Hyper = hyper.New(p, 1, 1, 1, 0.3, 0, false, false, true, true, true)
	s.Recompute()
	for range 30 {
		l := polishing.Learner{S: s}
		for !l.Advance(1 << 30) {
		}
	}
	bound := s.Objective()
	var sum special.LogSum
	const steps = 300
	width := 12.0 / steps
	for i := range steps {
		for j := range steps {
			lnTau, lnC := -6+width*(float64(i)+.5), -6+width*(float64(j)+.5)
			tau, c := math.Exp(lnTau), math.Exp(lnC)
			if j == 0 {
				s.Hyper = hyper.New(p, 1/tau, 1, 1, 0.3, 0, true, true, true, true, true)
				s.Recompute()
			}
			events, exposure := s.Exposure()
			structure := s.Pri[s.Top] + math.Log(s.Ell[s.Top]) // at c = 1
			prior := structure + (lnC*events - (c-1)*exposure)
			sum.Add(s.LogEvidence() + prior + priors.Tau.Log(tau) + lnTau + priors.C.Log(c) + lnC)
		}
	}
	exact := sum.Value() + 2*math.Log(width)
	t.Logf("bound %.4f, exact %.4f", bound, exact)
	if bound > exact+1e-6 || bound < exact-1.5 {
		t.Errorf("bound %.4f against exact %.4f", bound, exact)
	}
}

// The check that the objective never falls must notice a wrong update: the rate of
// q(τ) with half the sum of displacements, as one source prints it, lowers the bound.
func TestWrongUpdateLowersTheBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 18))
	s, p := pydttest.RandomState(rng, 12, 3, 0, 0)
	s.Hyper = hyper.New(p, 1, 1, 1, 0.3, 0, false, false, true, true, true)
	s.Recompute()
	l := polishing.Learner{S: s}
	for range 30 {
		for !l.Advance(1 << 30) {
		}
	}
	right := s.Objective()
	s.Hyper.TauB = priors.Tau.Rate + l.Sums.Displacement/4
	s.Hyper.Refresh()
	s.Recompute()
	if wrong := s.Objective(); wrong > right-1 {
		t.Fatalf("the bound is %.4f after the wrong update, %.4f after the right one", wrong, right)
	}
}
