package sampler

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"
)

// stationaryChain returns a chain on data drawn from the prior, at its stationary distribution:
// it starts from the tree that the data come from.
func stationaryChain(n, d int, seed uint64) *Chain {
	rng := rand.New(rand.NewPCG(seed, 41))
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, n), C: 1, Sigma2: 1, FixC: true, FixSigma2: true, FixTheta: true,
		FixAlpha: true, FixNoise: true}
	for {
		if c := chainOf(pydttest.RandomData(rng, n, d, 0), h, rng); c != nil {
			c.redraw()
			copy(c.Problem.X, c.leafValues())
			return c
		}
	}
}

func (c *Chain) leafValues() []float64 {
	l := c.Live
	x := make([]float64, l.N*l.D)
	for v := range l.N {
		copy(x[v*l.D:], l.Mean(int32(v)))
	}
	return x
}

// One visit of each kind of move, at the stationary distribution.
func BenchmarkVisit(b *testing.B) {
	for _, m := range []struct {
		name  string
		visit func(c *current, r int32)
	}{{"path", (*current).movePath}, {"slide", (*current).moveSlide}, {"near", (*current).moveNear},
		{"regraft", (*current).moveRegraft}} {
		for _, n := range []int{50, 100, 200, 400, 625, 1250, 2500, 5000} {
			b.Run(fmt.Sprintf("%s/N=%d", m.name, n), func(b *testing.B) {
				c := stationaryChain(n, 5, 1)
				c.sweepOnce([]pass{{visit: m.visit}})
				c.shuffle()
				b.ReportAllocs()
				i := 0
				began := inferencetest.ProcessorTime()
				for b.Loop() {
					for v := int32(-1); v < 0; i++ {
						if v = c.order[i%len(c.order)]; c.Live.Node[v].Parent < 0 {
							v = -1
						}
					}
					m.visit(&c.current, c.order[(i-1)%len(c.order)])
				}
				b.ReportMetric(float64(inferencetest.ProcessorTime()-began)/float64(b.N), "cpu-ns/op")
				b.ReportMetric(float64(c.accepted)/float64(c.proposed+1), "accepted")
			})
		}
	}
}

// One sweep of the default move over the nodes at the sizes at which the reference
// implementation of Dirichlet diffusion trees was timed, hyperparameters fixed.
func BenchmarkSweepFixed(b *testing.B) {
	for _, size := range [][2]int{{200, 5}, {454, 24}} {
		b.Run(fmt.Sprintf("N=%d,D=%d", size[0], size[1]), func(b *testing.B) {
			c := stationaryChain(size[0], size[1], 1)
			began := inferencetest.ProcessorTime()
			for b.Loop() {
				c.sweepOnce([]pass{{visit: (*current).moveNear}})
			}
			b.ReportMetric(float64(inferencetest.ProcessorTime()-began)/float64(b.N), "cpu-ns/op")
		})
	}
}
