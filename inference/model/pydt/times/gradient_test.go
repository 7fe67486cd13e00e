package times_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/times"
)

// the gradient against central differences, with branch points of several degrees and missing cells.
func TestGradient(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 9))
		s, p := pydttest.RandomState(rng, 4+rng.IntN(10), 1+rng.IntN(5), 0.2*float64(seed%2), 0.1)
		s.Hyper = hyper.New(p, 1.2, 0.8, 1, 0.3, 0.1, false, false, true, true, true)
		s.Recompute()
		g := s.Gradient()
		keep := s.Capture()
		for _, v := range append([]int32(nil), s.Preorder()...) {
			if s.IsLeaf(v) {
				continue
			}
			value := func(step float64) float64 {
				s.Load(keep)
				s.ShiftWaiting(v, step)
				s.Recompute()
				return s.Objective()
			}
			const h = 1e-5
			pydttest.Close(t, "derivative", g[v], (value(h)-value(-h))/(2*h), 1e-6)
		}
	}
}

// Coordinate ascent ends where the gradient vanishes.
func TestSweepsEndAtAMaximum(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 10))
		s, _ := pydttest.RandomState(rng, 30, 3, 0, 0.05)
		for range 300 {
			var w times.Sweeper
			w.Sweep(s)
		}
		largest := 0.0
		for _, g := range s.Gradient() {
			largest = math.Max(largest, math.Abs(g))
		}
		t.Logf("seed %d: largest derivative %.2g", seed, largest)
		if largest > 0.05 {
			t.Errorf("seed %d: largest derivative %.3g", seed, largest)
		}
	}
}
