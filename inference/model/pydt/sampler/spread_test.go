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

// togetherChains returns a function that draws a chain whose columns vary together, with its
// Σ and its data, from the joint distribution.
func togetherChains(h hyper.Hyper, n, d int, missing float64, seed uint64) func() *Chain {
	rng := rand.New(rand.NewPCG(seed, 43))
	x := pydttest.RandomData(rng, n, d, missing)
	h.Largest = n
	return func() *Chain {
		for {
			c := chainOf(x, drawPrior(h, rng), rng)
			if c == nil {
				continue
			}
			withSpread(c, correlated.AnyCovariance)
			z := spreadOf(c)
			l := newLive(c.Problem, c.Live.hyper)
			l.Top, l.Free = c.Live.Top, c.Live.Free
			copy(l.Node, c.Live.Node)
			l.hyper.Sigma2, l.hyper.FixSigma2 = 1, true
			c.Live = l
			// The test sets a fixed centre; the centre of the data would change with the data.
			psi := make([]float64, d)
			for j := range psi {
				psi[j] = 1 + float64(j)
			}
			z.prior.Centre = covary.Diagonal(psi)
			z.prior.G = rng.ExpFloat64()
			if z.learnNu {
				z.prior.Nu = float64(d) + 1 + math.Exp(nuDeviation*rng.NormFloat64())
			}
			z.w, z.sigma = z.prior.Draw(nil, rng)
			c.redrawTogether()
			return c
		}
	}
}

// spreadOf returns how the columns of a chain vary together.
func spreadOf(c *Chain) *spread { return c.part.(*spread) }

// withSpread gives a chain columns that vary together.
func withSpread(c *Chain, form string) {
	p, z := newSpread(c.Data, form, inference.Streams{})
	c.take(p, z)
}

// redrawTogether draws all cells from the model at the present state.
func (c *Chain) redrawTogether() {
	l, z := c.Live, spreadOf(c)
	d := c.capture(0)
	y := covary.SampleLocations(d.Tree(), l.D, 1, l.hyper.Noise, c.rng)
	var inverse mat.Dense
	if err := inverse.Inverse(z.w.Dense()); err != nil {
		if _, ok := err.(mat.Condition); !ok {
			panic(err)
		}
	}
	z.x.Mul(y, &inverse)
	l.SetLeaves(z.w.Rows(z.x).RawMatrix().Data)
	l.Recompute()
}

var togetherNames = []string{"branch points", "time of the top", "log c", "log noise", "first pair", "log g", "log nu",
	"log |Σ|", "variances", "correlation", "data"}

func (c *Chain) togetherStatistics() []float64 {
	l, z := c.Live, spreadOf(c)
	points, _, _ := l.extent()
	w := z.w.Dense()
	var precision mat.Dense
	precision.Mul(w, w.T())
	square := 0.0
	for _, v := range z.w.Rows(z.x).RawMatrix().Data {
		square += v * v / (1 + l.hyper.Noise)
	}
	nu := 0.0
	if z.learnNu {
		nu = math.Log(z.prior.Nu - float64(l.D) - 1)
	}
	return []float64{points, 1 - l.Node[l.Top].Rem, math.Log(l.hyper.C), math.Log(l.hyper.Noise),
		1 - l.Node[l.Node[0].Parent].Rem,
		math.Log(z.prior.G), nu, -2 * z.w.LogDet, math.Log(z.meanVariance()),
		precision.At(0, 1) / math.Sqrt(precision.At(0, 0)*precision.At(1, 1)), math.Log(square)}
}

// spreadReplicates compares statistics of states drawn from the prior with those after two rounds
// of sweeps, and returns the greatest |z|. Passes that draw gives a chain come after those of a sweep.
func spreadReplicates(t testing.TB, names []string, h hyper.Hyper, draw func() *Chain,
	statistics func(*Chain) []float64, pairs int) float64 {
	h.FixSigma2 = true
	return inferencetest.Greatest(inferencetest.Replicates(t, names, func() (before, after []float64) {
		c := draw()
		before = statistics(c)
		list := append(append(passesOf("near", &h), c.part.passes(&h)...), c.passes...)
		for range 2 {
			c.passes, c.pass, c.cursor = list, 0, 0
			for !c.visit(1) {
			}
		}
		return before, statistics(c)
	}, pairs))
}

// spreadHyper holds the parameters of such states: θ and α are fixed, the rest is learnt.
func spreadHyper(n int) hyper.Hyper {
	return hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, n), C: 1, Sigma2: 1, Noise: 0.1, FixTheta: true, FixAlpha: true}
}

// togetherReplicates is spreadReplicates for columns that vary together by any Σ. spoil, unless nil,
// changes the contrasts that the moves see. least is the lower bound of the noise.
func togetherReplicates(t testing.TB, n, d, pairs int, missing, least float64,
	spoil func(*covary.Contrasts) *covary.Contrasts, seed uint64) float64 {
	h := spreadHyper(n)
	h.LeastNoise = least
	draw := togetherChains(h, n, d, missing, seed)
	return spreadReplicates(t, togetherNames, h, func() *Chain {
		c := draw()
		spreadOf(c).spoil = spoil
		return c
	}, (*Chain).togetherStatistics, pairs)
}

// Sweeps preserve the joint distribution of tree, Σ, its prior and the missing cells; without the last
// contrast they do not.
func TestGewekeTogether(t *testing.T) {
	pairs := 3000
	if testing.Short() {
		pairs = 1500
	}
	togetherReplicates(t, 5, 2, pairs, 0.3, 0, nil, 1)
	togetherReplicates(t, 24, 2, pairs/4, 0.1, 0, nil, 2)   // ν₀ is not learnt there
	togetherReplicates(t, 5, 2, pairs/2, 0.3, 3e-4, nil, 3) // the noise has a lower bound
	z := togetherReplicates(&inferencetest.Recorder{TB: t}, 5, 2, pairs, 0.3, 0,
		func(c *covary.Contrasts) *covary.Contrasts {
			n, d := c.Dims()
			return &covary.Contrasts{U: mat.DenseCopyOf(c.U.Slice(0, n-1, 0, d)), Variances: c.Variances[:n-1],
				Node: c.Node[:n-1]}
		}, 1)
	if z < 5 {
		t.Errorf("without the last contrast |z| ≤ %.1f", z)
	}
}

// The move of all times and the noise changes the contrasts as it claims.
func TestShiftTogether(t *testing.T) {
	draw := togetherChains(hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, 8), C: 1, Sigma2: 1, Noise: 0.3, FixTheta: true,
		FixAlpha: true, FixC: true}, 8, 2, 0, 3)
	for range 20 {
		c := draw()
		l, z := c.Live, spreadOf(c)
		l.hyper.Noise = 0.3
		contrasts := func() *covary.Contrasts {
			d := c.capture(0)
			return covary.NewContrasts(d.Tree(), z.x, l.hyper.Noise)
		}
		rows, before := contrasts(), l.Node[l.Top].Ell
		marginal := z.prior.Shift(rows, l.Node[l.Top].Rem)
		if !z.shift(&c.current, rows) {
			t.Fatal("nothing moved")
		}
		pydttest.Close(t, "marginal", z.prior.Marginal(contrasts()), marginal(l.Node[l.Top].Ell-before), 1e-8)
	}
}
