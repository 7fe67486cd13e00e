package pydt

import (
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/posterior"
)

// Noise that is raised is that of the messages too.
func TestNoiseIsSet(t *testing.T) {
	x := randomData(rand.New(rand.NewPCG(3, 51)), 12, 3, 0)
	p := posterior.NewProblem(x)
	q := newQuick(datasetOf(x), p, nil, randomPairing(12, rand.New(rand.NewPCG(4, 51))), learntHyper(12),
		rand.NewPCG(5, 51))
	for !q.advance(false) {
	}
	before := q.chain.live.LogLikelihood()
	q.setNoise(0.7)
	l := q.chain.live
	got := l.LogLikelihood()
	close(t, "noise", q.hyper().Noise, 0.7*p.MeanVar, 1e-12)
	l.Recompute()
	close(t, "likelihood", got, l.LogLikelihood(), 1e-9)
	if got == before {
		t.Error("the likelihood is as before")
	}
}
