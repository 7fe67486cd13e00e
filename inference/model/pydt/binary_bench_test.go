package pydt

import (
	"math/rand/v2"
	"testing"
)

// The start and 200 search steps of 33 × 100 zeros and ones: Knowles (2012), 7.7.5,
// reports 30 s for 33 animals in 102 traits.
func BenchmarkBinary33x100(b *testing.B) {
	data := binaryData(33, 100, 1)
	for b.Loop() {
		f, _ := runFit(b, Model{}, data, nil, 1, 200, 2)
		b.ReportMetric(f.current.Objective, "nats")
	}
}

// A sweep over the sites of 1,000 × 100 cells.
func BenchmarkSites(b *testing.B) {
	p := binaryProblem(binaryData(1000, 100, 1).X)
	s := newState(p, newHyper(p, 2, 1, 1, 0.2, 1, true, true, true, true, true))
	tree := samplePrior(1000, 1, make([]string, 1000), hyper{prior: s.hyper.prior, c: 1, sigma2: 1}, newRand(1)).Tree
	s.adopt(tree)
	s.cavityOfTop()
	for b.Loop() {
		s.settleBelow(s.top, 1)
	}
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 55)) }
