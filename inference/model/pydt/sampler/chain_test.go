package sampler

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/inferencetest/labelled"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// priorChains returns a function that draws a chain with its data from the joint
// distribution of hyperparameters, tree and data.
func priorChains(h hyper.Hyper, n, d int, missing float64, seed uint64) func() *Chain {
	rng := rand.New(rand.NewPCG(seed, 32))
	x := pydttest.RandomData(rng, n, d, missing)
	h.Largest = n
	return func() *Chain {
		for {
			// Draw hyperparameters and tree again until no two times are equal to rounding.
			if c := chainOf(x, drawPrior(h, rng), rng); c != nil {
				c.redraw()
				return c
			}
		}
	}
}

// gewekeRun compares draws from the prior with a chain that alternates sweeps and new data.
func gewekeRun(t testing.TB, passes func(h *hyper.Hyper) []pass, h hyper.Hyper, n, d, draws, sweeps int,
	missing float64, judge func(ratio) float64, seed uint64) float64 {
	draw := priorChains(h, n, d, missing, seed)
	c := draw()
	c.logRatio = judge
	list := passes(&c.Live.hyper)
	chain := func() []float64 {
		for range sweeps {
			c.sweepOnce(list)
		}
		c.redraw()
		return c.statistics()
	}
	return inferencetest.Greatest(inferencetest.Geweke(t, jointNames, func() []float64 { return draw().statistics() },
		chain, draws))
}

// replicates compares parameters drawn from the prior with those after some sweeps on
// data drawn at them, and returns the greatest |z|.
func replicates(t testing.TB, passes func(h *hyper.Hyper) []pass, h hyper.Hyper, n, d, pairs, sweeps int,
	missing float64, judge func(ratio) float64, seed uint64) float64 {
	draw := priorChains(h, n, d, missing, seed)
	return inferencetest.Greatest(inferencetest.Replicates(t, jointNames, func() (before, after []float64) {
		c := draw()
		before = c.statistics()
		c.logRatio = judge
		list := passes(&c.Live.hyper)
		for range sweeps {
			c.sweepOnce(list)
		}
		return before, c.statistics()
	}, pairs))
}

// Every set of moves preserves the joint distribution of parameters and data; a sampler that accepts by
// the likelihood alone does not. Geweke's test finds errors that build up over many sweeps, pairs find
// errors of single sweeps.
func TestGeweke(t *testing.T) {
	size := 1500
	if testing.Short() {
		size = 800
	}
	for i, moves := range MoveSets {
		passes := func(h *hyper.Hyper) []pass { return passesOf(moves, h) }
		t.Run(moves, func(t *testing.T) {
			if !testing.Short() { // too few draws would take slow mixing for a fault
				gewekeRun(t, passes, pydttest.LearntHyper(4), 4, 2, 8*size, 4, 0, ratio.log, uint64(i+1))
			}
			replicates(t, passes, pydttest.LearntHyper(5), 5, 3, size, 2, 0.3, ratio.log, uint64(i))
			replicates(t, passes, hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, 4), C: 1, Sigma2: 1, FixC: true,
				FixTheta: true, FixAlpha: true, FixNoise: true}, 4, 1, size, 2, 0, ratio.log, uint64(i))
		})
	}
	t.Run("split", func(t *testing.T) {
		passes := func(h *hyper.Hyper) []pass { return []pass{{visit: (*current).moveSplit, top: true}} }
		for _, missing := range []float64{0, 0.3} {
			replicates(t, passes, pydttest.LearntHyper(6), 6, 2, 2*size, 3, missing, ratio.log, 1)
		}
		z := replicates(&inferencetest.Recorder{TB: t}, passes, pydttest.LearntHyper(6), 6, 2, size, 3, 0,
			func(r ratio) float64 { return r.likelihood + r.prior }, 1)
		if z < 5 {
			t.Errorf("without the proposal's part of the ratio |z| ≤ %.1f", z)
		}
	})
	t.Run("without the data", func(t *testing.T) {
		passes := func(h *hyper.Hyper) []pass { return []pass{{visit: (*current).movePath}} }
		h := pydttest.LearntHyper(6)
		h.Noise = 2
		replicates(t, passes, h, 6, 2, 2*size, 3, 0, ratio.log, 4)
		if z := replicates(&inferencetest.Recorder{TB: t}, passes, h, 6, 2, 2*size, 3, 0,
			func(r ratio) float64 { return r.prior + r.proposal }, 4); z < 5 {
			t.Errorf("a chain that leaves out the likelihood passes with |z| ≤ %.1f", z)
		}
	})
	t.Run("likelihood alone", func(t *testing.T) {
		h := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.3, 5), C: 1, Sigma2: 1, Noise: 2, FixC: true, FixSigma2: true,
			FixTheta: true, FixAlpha: true, FixNoise: true}
		passes := func(h *hyper.Hyper) []pass { return passesOf("path", h) }
		if z := replicates(&inferencetest.Recorder{TB: t}, passes, h, 5, 1, 12000, 4, 0,
			func(r ratio) float64 { return r.likelihood },
			5); z < 5 {
			t.Errorf("the printed acceptance passes with |z| ≤ %.1f", z)
		}
	})
}

// Without data the shapes of four leaves have the frequencies of the prior. If moves are accepted by
// the ratio of likelihoods alone, as printed in Knowles (2012) 4.6.1, they do not.
func TestShapesWithoutData(t *testing.T) {
	for _, ta := range [][2]float64{{0, 0}, {1, 0.3}} {
		want := labelled.Patterns(4, ta[0], ta[1])
		for _, moves := range append(slices.Clone(MoveSets), "likelihood alone") {
			rng := rand.New(rand.NewPCG(7, 33))
			nothing := mat.NewDense(4, 1, []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()})
			c := chainOf(nothing, hyper.Hyper{Prior: pitmanyor.NewPrior(ta[0], ta[1], 4), C: 1, Sigma2: 1, FixC: true,
				FixSigma2: true, FixTheta: true, FixAlpha: true, FixNoise: true}, rng)
			set := moves
			if moves == "likelihood alone" {
				set, c.logRatio = "path", func(r ratio) float64 { return r.likelihood }
			}
			passes := passesOf(set, &c.Live.hyper)
			const batches, size = 80, 120
			means := map[string][]float64{}
			for range batches {
				counts := map[string]float64{}
				for range size {
					c.sweepOnce(passes)
					counts[c.pattern()]++
				}
				for name := range want {
					means[name] = append(means[name], counts[name]/size)
				}
			}
			worst := 0.0
			for name, p := range want {
				mean, se := pydttest.BatchMean(means[name])
				if se > 0 || mean != p {
					worst = math.Max(worst, math.Abs(mean-p)/math.Max(se, 1e-6))
				}
			}
			if broken := moves == "likelihood alone"; broken != (worst > 4) {
				t.Errorf("θ = %g, α = %g, %s: shapes off by %.1f standard errors", ta[0], ta[1], moves, worst)
			}
		}
	}
}

// pattern is the shape of the tree without labels.
func (c *Chain) pattern() string {
	var walk func(v int32) *labelled.Tree
	walk = func(v int32) *labelled.Tree {
		s := &labelled.Tree{Leaf: int(v)}
		for b := c.Live.Node[v].First; b >= 0; b = c.Live.Node[b].Next {
			s.Kids = append(s.Kids, walk(b))
		}
		return s
	}
	return walk(c.Live.Top).Pattern()
}

// For three leaves with data, the frequencies of the four structures and the mean time of the top
// branch point agree with enumeration and quadrature, for every set of moves.
func TestThreeLeavesAgainstQuadrature(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 34))
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.3, 3), C: 1.2, Sigma2: 1, Noise: 0.05, FixC: true, FixSigma2: true,
		FixTheta: true, FixAlpha: true, FixNoise: true}
	x := mat.NewDense(3, 2, []float64{0.9, 0.2, 0.7, 0.5, -0.4, 0.1})
	mass, moment, total := threeLeaves(problem.New(x), h)
	for _, moves := range MoveSets {
		c := chainOf(x, h, rng)
		passes := passesOf(moves, &c.Live.hyper)
		counts, means := make([][]float64, 4), []float64{}
		const batches, size = 60, 100
		for range batches {
			var batch [4]float64
			top := 0.0
			for range size {
				c.sweepOnce(passes)
				batch[c.structure()]++
				top += (1 - c.Live.Node[c.Live.Top].Rem) / size
			}
			for k := range counts {
				counts[k] = append(counts[k], batch[k]/size)
			}
			means = append(means, top)
		}
		for k, want := range mass {
			mean, se := pydttest.BatchMean(counts[k])
			if !(math.Abs(mean-want/total) <= 4*se+1e-4) {
				t.Errorf("%s: structure %d has %.4f ± %.4f of the posterior, want %.4f", moves, k, mean, se, want/total)
			}
		}
		if mean, se := pydttest.BatchMean(means); !(math.Abs(mean-moment/total) <= 4*se) {
			t.Errorf("%s: time of the top %.4f ± %.4f, want %.4f", moves, mean, se, moment/total)
		}
	}
}

// structure tells the trees of three leaves apart: the leaf that parts first, or 3 for the star.
func (c *Chain) structure() int {
	l := c.Live
	if l.Node[l.Top].Kids == 3 {
		return 3
	}
	for v := range 3 {
		if l.Node[v].Parent == l.Top {
			return v
		}
	}
	panic("no leaf below the top")
}

// threeLeaves integrates over the times of each structure by the midpoint rule in the
// prior's quantiles: posterior masses, Σ mass·t_top and the sum of the masses.
func threeLeaves(p *problem.Problem, h hyper.Hyper) (mass [4]float64, moment, total float64) {
	h.Largest = 3
	h.SetC(h.C)
	const grid = 120
	quantile := func(i int, rate float64) float64 { return -math.Log1p(-(float64(i)+0.5)/grid) / (h.C * rate) }
	for k := range 4 {
		for i := range grid {
			for j := range grid {
				s := posterior.NewState(p, h)
				top := s.Take()
				s.Top, s.Parent[top] = top, -1
				s.SetTime(top, quantile(i, h.Prior.Harmonic(2)))
				below := top
				if k < 3 {
					below = s.Take()
					s.Parent[below] = top
					s.SetTime(below, s.Ell[top]+quantile(j, h.Prior.Harmonic(1)))
					s.Kids[top] = append(s.Kids[top], int32(k), below)
					s.Parent[k] = top
				}
				for v := range int32(3) {
					if k == 3 || v != int32(k) {
						s.Parent[v] = below
						s.Kids[below] = append(s.Kids[below], v)
					}
				}
				s.Recompute()
				structure := &labelled.Tree{Kids: []*labelled.Tree{{}, {Kids: []*labelled.Tree{{}, {}}}}}
				if k == 3 {
					structure = &labelled.Tree{Kids: []*labelled.Tree{{}, {}, {}}}
				}
				m := math.Exp(s.LogEvidence()+structure.LogProbability(h.Prior.Theta, h.Prior.Alpha)) / (grid * grid)
				mass[k] += m
				moment += m * (1 - s.Rem[top])
				total += m
			}
		}
	}
	return mass, moment, total
}
