package pydttest

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/times"
	"example.org/espalier/inference/process/pitmanyor"
)

// Fitted draws rows and a tree from the prior, optimises the times of the tree, and hides a share of
// the cells.
func Fitted(rng *rand.Rand, n, d int, missing, noise float64) (*posterior.State, *problem.Problem) {
	draw := hyper.SamplePrior(n, d, make([]string, n),
		hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.3, n), C: 0.8, Sigma2: 1.3, Noise: noise}, rng)
	for i := range n {
		for j := range d {
			if rng.Float64() < missing {
				draw.X.Set(i, j, math.NaN())
			}
		}
	}
	p := problem.New(draw.X)
	s := posterior.NewState(p, hyper.New(p, 1.3, 0.8, 1, 0.3, noise, true, true, true, true, true))
	s.Adopt(draw.Tree)
	for range 300 {
		var w times.Sweeper
		w.Sweep(s)
	}
	return s, p
}

// Twins returns the same random tree over the same data with missing cells twice: with
// loops over columns and with classes of one column.
func Twins(t *testing.T, seed uint64, n, d int) (columns, classes *posterior.State) {
	rng := rand.New(rand.NewPCG(seed, 41))
	s, p := RandomState(rng, n, d, 0.25, 0.1)
	if !p.Columnwise {
		t.Fatal("the columns have classes in common")
	}
	s.Hyper = hyper.New(p, 1.3, 0.8, 1, 0.3, 0.1, false, false, true, true, false)
	s.Hyper.Noise = 0.1
	s.Recompute()
	s.Cavities()
	q := *p
	q.Columnwise = false
	other := posterior.NewState(&q, s.Hyper)
	other.Load(s.Capture())
	other.Recompute()
	other.Cavities()
	return s, other
}
