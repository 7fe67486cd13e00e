package treemixture

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/process/marginal"
)

// given are columns whose log marginal likelihoods are given: 0 alone, at most so much for each pair.
type given struct {
	d    int
	pair []float64
}

func (g given) Columns() int                   { return g.d }
func (g given) With([]float64) marginal.Scorer { return g }

func (g given) Log(set []int) float64 {
	if len(set) < 2 {
		return 0
	}
	return g.pair[set[0]*g.d+set[1]]
}

// Rounding takes no probability of an edge beyond 1, where weights leave hardly a doubt; those of all edges add up to
// the number of edges of a tree.
func TestProbabilitiesOfSureEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		g := given{5, make([]float64, 25)}
		for i := range g.pair {
			g.pair[i] = 40 * rng.NormFloat64()
		}
		f := &averaged{scorer: g}
		for !f.Finished {
			f.advance()
		}
		sum := 0.0
		for i, p := range f.found {
			if !(p >= 0) || !(p <= 1) {
				t.Errorf("pair %d has the probability 1 + %v", i, p-1)
			}
			sum += p / 2
		}
		if !(math.Abs(sum-4) <= 1e-9) {
			t.Errorf("%v edges", sum)
		}
	}
}
