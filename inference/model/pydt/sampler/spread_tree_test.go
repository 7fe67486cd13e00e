package sampler

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// treeChains returns a function that draws a chain with a tree over its columns, and its data, from the
// joint distribution.
func treeChains(model string, h hyper.Hyper, n, d int, missing float64, seed uint64) func() *Chain {
	rng := rand.New(rand.NewPCG(seed, 51))
	x := pydttest.RandomData(rng, n, d, missing)
	h.Largest = n
	return func() *Chain {
		for {
			c := chainOf(x, drawPrior(h, rng), rng)
			if c == nil {
				continue
			}
			withSpread(c, correlated.ByTree)
			spreadOf(c).branches = newSpreadTree(model, usualOf(model), c.Data.Columns, spreadOf(c).x)
			l := newLive(c.Problem, c.Live.hyper)
			l.Top, l.Free = c.Live.Top, c.Live.Free
			copy(l.Node, c.Live.Node)
			l.hyper.Sigma2, l.hyper.FixSigma2 = 1, true
			c.Live = l
			inner := spreadOf(c).branches.chain
			inner.Live = newLive(inner.Problem, drawPrior(inner.Begin, rng))
			if !inner.Live.grow(rng) {
				continue
			}
			c.redrawByTree()
			return c
		}
	}
}

// redrawByTree draws all cells from the model at the present state.
func (c *Chain) redrawByTree() {
	z := spreadOf(c)
	t := c.Live.tree(c.Data.Rows)
	x, _ := covary.Sample(t, z.branches.sigma(), c.Live.hyper.Noise, c.rng)
	z.x.Copy(x)
	z.branches.contrast(covary.NewContrasts(t, z.x, c.Live.hyper.Noise).U)
	spreadOf(c).mapByTree(c.Live)
}

var treeNames = []string{"branch points", "time of the top", "log c", "log noise", "first pair",
	"column branch points", "column time of the top",
	"first pair of columns", "log c of columns", "log σ²", "log noise of columns", "log |Σ|", "correlation", "data"}

func (c *Chain) treeStatistics() []float64 {
	l, k := c.Live, spreadOf(c).branches.chain.Live
	points, _, _ := l.extent()
	of, _, _ := k.extent()
	sigma := spreadOf(c).branches.sigma()
	square := 0.0
	for _, v := range spreadOf(c).w.Rows(spreadOf(c).x).RawMatrix().Data {
		square += v * v / (1 + l.hyper.Noise)
	}
	return []float64{points, 1 - l.Node[l.Top].Rem, math.Log(l.hyper.C), math.Log(l.hyper.Noise),
		1 - l.Node[l.Node[0].Parent].Rem,
		of, 1 - k.Node[k.Top].Rem, 1 - k.Node[k.Node[0].Parent].Rem, math.Log(k.hyper.C),
		math.Log(k.hyper.Sigma2), math.Log(k.hyper.Noise),
		-2 * sigma.Map().LogDet, sigma.At(0, 1) / math.Sqrt(sigma.At(0, 0)*sigma.At(1, 1)), math.Log(square)}
}

// Sweeps preserve the joint distribution of both trees, their hyperparameters and the missing cells; where a
// contrast is left out, or the scale of Σ moves without its prior, they do not.
func TestGewekeTreeBothWays(t *testing.T) {
	pairs := 1300
	if testing.Short() {
		pairs = 1000
	}
	run := func(t testing.TB, model string, n, d, pairs int, missing float64,
		spoil func(*covary.Contrasts) *covary.Contrasts, seed uint64) float64 {
		h := spreadHyper(n)
		draw := treeChains(model, h, n, d, missing, seed)
		return spreadReplicates(t, treeNames, h, func() *Chain {
			c := draw()
			spreadOf(c).spoil = spoil
			return c
		}, (*Chain).treeStatistics, pairs)
	}
	run(t, "ddt", 5, 3, pairs, 0.3, nil, 1)
	run(t, "pydt", 4, 5, pairs, 0, nil, 2)
	z := run(&inferencetest.Recorder{TB: t}, "ddt", 5, 3, 500, 0.3, func(c *covary.Contrasts) *covary.Contrasts {
		n, d := c.Dims()
		u := mat.DenseCopyOf(c.U)
		u.SetRow(n-1, make([]float64, d))
		return &covary.Contrasts{U: u, Variances: c.Variances, Node: c.Node}
	}, 1)
	if z < 5 {
		t.Errorf("without the last contrast |z| ≤ %.1f", z)
	} else {
		t.Logf("without the last contrast |z| = %.1f", z)
	}
}

// Along the line on which times, noise and Σ move together the densities of the table and of the scale of Σ
// change as the move claims.
func TestShiftOfTree(t *testing.T) {
	draw := treeChains("ddt", hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, 8), C: 1, Sigma2: 1, Noise: 0.3,
		FixTheta: true, FixAlpha: true, FixC: true}, 8, 4, 0, 3)
	for range 20 {
		c := draw()
		l, z := c.Live, spreadOf(c)
		l.hyper.Noise = 0.3
		contrasts := func() *covary.Contrasts { return covary.NewContrasts(l.tree(c.Data.Rows), z.x, l.hyper.Noise) }
		line := z.branches.shift(contrasts(), z.w, l.Node[l.Top].Rem, 1)
		const x = 0.4
		k := &z.branches.chain.Live.hyper
		// Densities of 1/σ² and of 1/noise, times these for densities of their logarithms.
		scale := func() float64 { return k.LogHyperprior() - math.Log(k.Sigma2) - math.Log(k.Noise) }
		before := contrasts().LogLikelihood(z.branches.sigma()) + scale()
		gain := line(x) - line(0)
		for v := l.N; v < len(l.Node); v++ {
			if l.InUse(int32(v)) {
				l.SetEll(int32(v), l.Node[v].Ell+x)
			}
		}
		l.hyper.Noise *= math.Exp(-x)
		z.branches.dilate(x)
		pydttest.Close(t, "density", contrasts().LogLikelihood(z.branches.sigma())+scale()-before, gain, 1e-8)
	}
}

// A saved chain with a tree over its columns continues to the same bits, also from the middle of a sweep of that tree.
func TestTreeChainGoesOn(t *testing.T) {
	x := pydttest.RandomData(rand.New(rand.NewPCG(4, 48)), 12, 6, 0)
	x.Set(3, 2, math.NaN())
	x.Set(9, 0, math.NaN())
	data := pydttest.DatasetOf(x)
	start := func() *Chain {
		c, err := NewChain(data, askedOf(correlated.ByTree), inference.Streams{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := start()
	if _, err := c.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	for inner := spreadOf(c).branches.chain; inner.cursor < 3; {
		c.Advance(1)
	}
	state, err := c.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	again := start()
	if err := again.UnmarshalBinary(state); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		for _, k := range []*Chain{c, again} {
			for !k.Advance(1) {
			}
		}
		for i, v := range c.Scalars {
			if math.Float64bits(v) != math.Float64bits(again.Scalars[i]) {
				t.Fatalf("%v, saved and resumed %v", c.Scalars, again.Scalars)
			}
		}
	}
}
