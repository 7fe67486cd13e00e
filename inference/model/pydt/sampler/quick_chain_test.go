package sampler

import (
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// Noise that is raised is that of the messages too.
func TestNoiseIsSet(t *testing.T) {
	x := pydttest.RandomData(rand.New(rand.NewPCG(3, 51)), 12, 3, 0)
	p := problem.New(x)
	q := NewQuick(pydttest.DatasetOf(x), p, nil, posterior.RandomPairing(12, rand.New(rand.NewPCG(4, 51))),
		pydttest.LearntHyper(12), rand.NewPCG(5, 51))
	for !q.Advance(false) {
	}
	before := q.chain.Live.LogLikelihood()
	q.SetNoise(0.7)
	l := q.chain.Live
	got := l.LogLikelihood()
	pydttest.Close(t, "noise", q.Hyper().Noise, 0.7*p.MeanVar, 1e-12)
	l.Recompute()
	pydttest.Close(t, "likelihood", got, l.LogLikelihood(), 1e-9)
	if got == before {
		t.Error("the likelihood is as before")
	}
}
