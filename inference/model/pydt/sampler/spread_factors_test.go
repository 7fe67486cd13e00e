package sampler

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"
)

// factorChains returns a function that draws a chain whose columns vary together by factors, with
// its factors and its data, from the joint distribution.
func factorChains(h hyper.Hyper, n, d int, missing float64, seed uint64) func() *Chain {
	rng := rand.New(rand.NewPCG(seed, 45))
	x := pydttest.RandomData(rng, n, d, missing)
	h.Largest = n
	return func() *Chain {
		for {
			c := chainOf(x, drawPrior(h, rng), rng)
			if c == nil {
				continue
			}
			withSpread(c, correlated.ByFactors)
			l := newLive(c.Problem, c.Live.hyper)
			l.Top, l.Free = c.Live.Top, c.Live.Free
			copy(l.Node, c.Live.Node)
			l.hyper.Sigma2, l.hyper.FixSigma2 = 1, true
			c.Live = l
			f := spreadOf(c).factors
			f.State.DrawPrior(rng)
			f.Begun = true
			c.redrawByFactors()
			// The activities must fit the data; those drawn from the prior do not.
			f.State.SetCases(covary.NewContrasts(l.tree(c.Data.Rows), spreadOf(c).x, l.hyper.Noise).U)
			f.State.DrawActivities(rng)
			return c
		}
	}
}

// redrawByFactors draws all cells from the model at the present state, activities integrated out.
func (c *Chain) redrawByFactors() {
	l, z := c.Live, spreadOf(c)
	t := c.Live.tree(c.Data.Rows)
	sigma := z.factors.Sigma()
	x, _ := covary.Sample(t, sigma, l.hyper.Noise, c.rng)
	z.x.Copy(x)
	z.w = sigma.Map()
	l.SetLeaves(z.w.Rows(z.x).RawMatrix().Data)
	l.Recompute()
}

var factorNames = []string{"branch points", "time of the top", "log c", "log noise", "first pair", "K", "links",
	"log |Σ|", "log variances", "correlation", "data"}

func (c *Chain) factorStatistics() []float64 {
	l, f := c.Live, spreadOf(c).factors
	points, _, _ := l.extent()
	sigma := f.Sigma()
	links := 0.0
	if sigma.Rank() > 0 {
		for _, v := range sigma.Lambda.RawMatrix().Data {
			if v != 0 {
				links++
			}
		}
	}
	square := 0.0
	for _, v := range spreadOf(c).w.Rows(spreadOf(c).x).RawMatrix().Data {
		square += v * v / (1 + l.hyper.Noise)
	}
	return []float64{points, 1 - l.Node[l.Top].Rem, math.Log(l.hyper.C), math.Log(l.hyper.Noise),
		1 - l.Node[l.Node[0].Parent].Rem,
		float64(sigma.Rank()), math.Sqrt(links), -2 * sigma.Map().LogDet, math.Log(sigma.MeanVariance()),
		sigma.At(0, 1) / math.Sqrt(sigma.At(0, 0)*sigma.At(1, 1)), math.Log(square)}
}

// factorReplicates is spreadReplicates for columns that vary together by factors. keepScores keeps
// the activities of the contrasts before, which is wrong.
func factorReplicates(t testing.TB, n, d, pairs int, missing float64, keepScores bool, seed uint64) float64 {
	h := spreadHyper(n)
	draw := factorChains(h, n, d, missing, seed)
	return spreadReplicates(t, factorNames, h, func() *Chain {
		c := draw()
		spreadOf(c).keepScores = keepScores
		return c
	}, (*Chain).factorStatistics, pairs)
}

// Sweeps preserve the joint distribution of tree, factors and missing cells; with the activities of the
// previous contrasts they do not.
func TestGewekeFactors(t *testing.T) {
	pairs := 2000
	if testing.Short() {
		pairs = 1500
	}
	factorReplicates(t, 6, 3, pairs, 0, false, 1)
	factorReplicates(t, 6, 3, pairs, 0.3, false, 2)
	if z := factorReplicates(&inferencetest.Recorder{TB: t}, 6, 3, pairs, 0, true, 1); z < 5 {
		t.Errorf("with the activities of the contrasts before |z| ≤ %.1f", z)
	} else {
		t.Logf("with the activities of the contrasts before |z| = %.1f", z)
	}
}

// Along the line on which times, noise and Σ move together the density of the table changes as
// the last contrast says.
func TestShiftOfFactors(t *testing.T) {
	draw := factorChains(hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, 8), C: 1, Sigma2: 1, Noise: 0.3, FixTheta: true,
		FixAlpha: true, FixC: true}, 8, 3, 0, 3)
	for range 20 {
		c := draw()
		l, z := c.Live, spreadOf(c)
		l.hyper.Noise = 0.3
		contrasts := func() *covary.Contrasts { return covary.NewContrasts(l.tree(c.Data.Rows), z.x, l.hyper.Noise) }
		line, prior := z.factors.Shift(contrasts(), z.w, l.Node[l.Top].Rem, 1), z.factors.State.LogDilation
		const x = 0.4
		gain := line(x) - line(0) - prior(x) + prior(0)
		before := contrasts().LogLikelihood(z.factors.Sigma())
		for v := l.N; v < len(l.Node); v++ {
			if l.InUse(int32(v)) {
				l.SetEll(int32(v), l.Node[v].Ell+x)
			}
		}
		l.hyper.Noise *= math.Exp(-x)
		z.factors.State.Dilate(x)
		pydttest.Close(t, "density", contrasts().LogLikelihood(z.factors.Sigma())-before, gain, 1e-8)
	}
}

// Draws of factors are put into all columns once, in the form in which they are published, and as a chain that was
// saved publishes them.
func TestFactorDrawsArePublishedOnce(t *testing.T) {
	learnt, _ := pydttest.ConstantTable(12, 1, 0)
	begin := func() *Chain {
		c, err := NewChain(pydttest.DatasetOf(learnt), askedOf(correlated.ByFactors), inference.Streams{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := begin()
	for c.Iteration < 4 {
		if _, err := c.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if spreadOf(c).apart == nil {
		t.Fatal("no column stands apart")
	}
	first := spreadOf(c).factorsPart(&c.Kept)
	again := spreadOf(c).factorsPart(&c.Kept)
	if len(first.Draws) == 0 {
		t.Fatal("there are no draws")
	}
	data, err := c.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	resumed := begin()
	if err := resumed.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	read := spreadOf(resumed).factorsPart(&resumed.Kept)
	for i, d := range first.Draws {
		if want := spreadOf(c).
			apart.Sparse(c.Kept.Draws[i].Factors); !reflect.DeepEqual(d.State, want) || len(want.Noise) != 5 {
			t.Errorf("draw %d is published as %+v, want %+v", i, d.State, want)
		}
		if d.State != again.Draws[i].State {
			t.Errorf("draw %d is made again", i)
		}
		if !reflect.DeepEqual(d.State, read.Draws[i].State) {
			t.Errorf("draw %d of the saved chain differs", i)
		}
	}
}
