package posterior_test

import (
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// A sweep over the sites of 1,000 × 100 cells.
func BenchmarkSites(b *testing.B) {
	p := pydttest.BinaryProblem(pydttest.BinaryData(1000, 100, 1).X)
	s := posterior.NewState(p, hyper.New(p, 2, 1, 1, 0.2, 1, true, true, true, true, true))
	tree := hyper.SamplePrior(1000, 1, make([]string, 1000), hyper.Hyper{Prior: s.Hyper.Prior, C: 1, Sigma2: 1},
		newRand(1)).Tree
	s.Adopt(tree)
	s.CavityOfTop()
	for b.Loop() {
		s.SettleBelow(s.Top, 1)
	}
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 55)) }
