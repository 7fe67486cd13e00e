package outtree

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/stat/distuv"
)

// q(τ) of the walk is Ga(a, b), a = a₀ + D(T−1)/2 for one tree, whose mean is a/b: the standard deviation of τ is its
// mean over √a. Of the linear conditional there is one for each column, and τ is their mean.
func TestDeviationOfTau(t *testing.T) {
	p := prior{shape: 3, rate: 0.5, mean: []float64{0, 0}, variance: []float64{4, 4}, slope: 1, weight: 1,
		weightFixed: true}
	tau := func(f *fit) inference.Scalar {
		f.names, f.streams = []string{"1", "2", "3", "4", "5"}, inference.Streams{Seed: 3}
		for !f.done() {
			f.advance()
		}
		for _, s := range f.Snapshot().Scalars {
			if s.Name == "tau" {
				return s
			}
		}
		t.Fatal("no tau")
		return inference.Scalar{}
	}
	s := tau(newFit(five, p, false, 0))
	inferencetest.Near(t, "walk", s.StandardDeviation, s.Mean/math.Sqrt(3+2*4.0/2), 1e-9*s.Mean)

	f := newFit(five, p, true, 0)
	s = tau(f)
	a, b1, b2 := f.Numbers[0], f.Numbers[1], f.Numbers[2]
	inferencetest.Near(t, "mean of linear", s.Mean, (a/b1+a/b2)/2, 1e-9*s.Mean)
	inferencetest.Near(t, "linear", s.StandardDeviation*s.StandardDeviation, (a/b1/b1+a/b2/b2)/4, 1e-9*s.Mean*s.Mean)

	p.tau = 1
	if s = tau(newFit(five, p, false, 0)); s.StandardDeviation != 0 || s.Mean != 1 {
		t.Errorf("held: %+v", s)
	}
}

// What a row says of the distances takes no memory, also where these are found again.
func TestGatheringTakesNoMemory(t *testing.T) {
	x := clumps(60, 2, 1, rand.New(rand.NewPCG(2, 33)))
	f := inBlocks(x, priorOf(x), false, 1)
	w := f.part.(*walker)
	w.distance = nil
	for u := range f.line {
		f.line[u] = 1 / float64(len(f.line))
	}
	w.gather(f.table, 0, f.line)
	if n := testing.AllocsPerRun(20, func() { w.gather(f.table, 1, f.line) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// KL(g ‖ p) of two Gamma distributions is an integral over log τ, by a fine rule.
func TestDivergenceOfGammas(t *testing.T) {
	for _, c := range [][2]gamma{{{3, 2}, {0.5, 0.7}}, {{1.5, 4}, {6, 1}}, {{2, 2}, {2, 2}}} {
		g, p := distuv.Gamma{Alpha: c[0].a, Beta: c[0].b}, distuv.Gamma{Alpha: c[1].a, Beta: c[1].b}
		want := 0.0
		const step = 1e-3
		for at := -25.0; at < 6; at += step {
			x := math.Exp(at)
			if d := g.Prob(x); d > 0 {
				want += step * x * d * (g.LogProb(x) - p.LogProb(x))
			}
		}
		inferencetest.Near(t, "KL", c[0].divergence(c[1]), want, 1e-8)
	}
}
