package dpmm

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// clumps returns n rows of d columns in five clumps that overlap, so that rows move.
func clumps(n, d int, missing float64) *mat.Dense {
	rng := rand.New(rand.NewPCG(5, 1))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		along := rng.NormFloat64()
		for j := range d {
			x.Set(i, j, 2.2*float64((i%5)*(j+2)%5)+0.6*along+rng.NormFloat64())
			if rng.Float64() < missing {
				x.Set(i, j, math.NaN())
			}
		}
	}
	return x
}

// A chain that looks ahead on several threads has the bits of one that does not, whatever the covariance and where
// cells are missing; rows move, clusters open and close meanwhile.
func TestLookingAheadMakesNoDifference(t *testing.T) {
	for name, c := range map[string]struct {
		covariance string
		missing    float64
	}{
		"diagonal": {"diagonal", 0}, "diagonal with gaps": {"diagonal", 0.1}, "full": {"full", 0},
		"full with gaps": {"full", 0.01},
	} {
		x := clumps(400, 3, c.missing)
		s := Model{}.Info().Defaults()
		if err := s.Set("covariance", c.covariance); err != nil {
			t.Fatal(err)
		}
		var traces [][]float64
		var last [][]int
		for _, threads := range []int{1, 2, 3} {
			chain := newSampler(x, s, inference.Streams{Seed: 3}, threads)
			var trace []float64
			moved := 0
			for len(trace) < 12*6 {
				if chain.state != nil {
					chain.state.ahead.always = true
				}
				done := chain.advance()
				if chain.stage == gibbs {
					moved += len(chain.state.ahead.changed)
				}
				if !done {
					continue
				}
				trace = append(trace, chain.scalars...)
				if err := chain.state.check(); err != nil {
					t.Fatal(err)
				}
			}
			if threads > 1 && moved < 5 {
				t.Errorf("%s: %d changes of clusters are seen, which shows little", name, moved)
			}
			traces, last = append(traces, trace), append(last, slices.Clone(chain.state.z))
		}
		for k := range traces {
			if !slices.Equal(traces[k], traces[0]) || !slices.Equal(last[k], last[0]) {
				t.Errorf("%s: the trace on %d threads is %v, on one %v", name, k+1, traces[k], traces[0])
			}
		}
	}
}

// The threads that a model is given are those of the chain, which looks ahead where the rows are enough work.
func TestThreadsReachTheChain(t *testing.T) {
	x := clumps(200, 40, 0)
	var traces [][]float64
	for _, threads := range []int{1, 2} {
		st, err := Model{}.New(inferencetest.DatasetOf(x), settingsWith(t, map[string]string{"covariance": "diagonal"}),
			inference.Streams{Seed: 2}, threads)
		if err != nil {
			t.Fatal(err)
		}
		var trace []float64
		for len(trace) < 5*6 {
			r, err := st.Step(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			trace = append(trace, r.Scalars...)
		}
		if looked := st.(*sampler).state.ahead.visits > 1; looked != (threads > 1) {
			t.Errorf("on %d threads the chain looks ahead: %v", threads, looked)
		}
		traces = append(traces, trace)
	}
	if !slices.Equal(traces[0], traces[1]) {
		t.Errorf("one thread: %v\ntwo: %v", traces[0], traces[1])
	}
}
