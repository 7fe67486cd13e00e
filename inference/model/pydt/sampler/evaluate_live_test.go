package sampler

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/pydttest"
)

// One pass over the messages gives the same as an upward pass followed by the likelihood, and both
// agree with the evidence of the state: with branch points of many children, missing cells, and columns of their own.
func TestEvaluateIsRecomputeAndLikelihood(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 98))
		s, p := pydttest.RandomState(rng, 9, 1+int(seed%3), 0.3*float64(seed%2), 0.1)
		l := newLive(p, s.Hyper)
		l.load(s.Capture())
		l.Recompute()
		for _, v := range l.Preorder() {
			if !l.IsLeaf(v) {
				l.SetEll(v, 1.3*l.Node[v].Ell)
			}
		}
		for _, v := range s.Preorder() {
			if !s.IsLeaf(v) {
				s.SetTime(v, 1.3*s.Ell[v])
			}
		}
		got := l.Evaluate(l.Preorder())
		messages := append([]float64(nil), l.Message...)
		l.Recompute()
		for i, m := range messages {
			if m != l.Message[i] && !(math.Abs(m-l.Message[i]) <= 1e-14*(1+math.Abs(m))) {
				t.Fatalf("seed %d: message %d is %v, %v after an upward pass", seed, i, m, l.Message[i])
			}
		}
		pydttest.Close(t, "log likelihood", got, l.LogLikelihood(), 1e-12)
		s.Recompute()
		pydttest.Close(t, "evidence of a state", got, s.LogEvidence(), 1e-9)
	}
}
