package sampler

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// Each draw of a hyperparameter, alone, preserves the joint distribution with the data. A whole sweep would
// hide a wrong draw, because later draws correct it: stretchAndFollow and drawScale come before drawSigma2
// and drawNoise, which do not depend on the previous σ² and noise.
//
// With u = c·ℓ for all branch points, x = log c and s = log σ², the density is p(u)·p(x)·p(s)·L, as
// p(ℓ | c) dℓ = p(u) du. stretchAndFollow moves along the curve where u and s − ū·e^(−x) stay. To
// (x, u, s − ū·e^(−x)) from (x, u, s) is a shear, of determinant one, so the density in x along the curve is
// p(x)·p(s(x))·L, with p(s) ∝ σ^(−2a)·exp(−b/σ²) for 1/σ² ~ Ga(a, b).
//
// drawScale multiplies 1/σ² and 1/s² by g: two gammas and the determinant g² over dg/g leave the power a + a′ − 1.
func TestDrawsOfHyperparametersAlone(t *testing.T) {
	names := []string{"log c", "log sigma2", "log noise", "log sigma2/noise", "time of the top"}
	statistics := func(c *Chain) []float64 {
		h := &c.Live.hyper
		return []float64{math.Log(h.C), math.Log(h.Sigma2), math.Log(h.Noise), math.Log(h.Sigma2 / h.Noise),
			1 - c.Live.Node[c.Live.Top].Rem}
	}
	moves := map[string]func(*current){"c": (*current).drawC, "stretch": (*current).stretch,
		"stretch and follow": (*current).stretchAndFollow,
		"shift":              (*current).shift, "scale": (*current).drawScale, "sigma2": (*current).drawSigma2,
		"noise": (*current).drawNoise}
	for name, move := range moves {
		for _, power := range []float64{0, 1} {
			pairs := 4000
			if power == 1 {
				pairs = 1500
			}
			draw := priorChains(pydttest.LearntHyper(4), 4, 2, 0, 5)
			inferencetest.Replicates(named{t, name}, names, func() (before, after []float64) {
				c := draw()
				c.Live.Power = power
				before = statistics(c)
				for range 6 {
					move(&c.current)
				}
				return before, statistics(c)
			}, pairs)
		}
	}
}

// Without data stretchAndFollow moves along one curve, on which quadrature gives the mean of log c. Steps whose
// length depended on where they start got it wrong.
func TestStretchAndFollowOnItsCurve(t *testing.T) {
	for seed, scale := range []float64{0.3, 1, 4} {
		c := chainOf(pydttest.FourRows, pydttest.TestHyper(0, 0, 4), rand.New(rand.NewPCG(uint64(seed), 34)))
		l := c.Live
		l.Power = 0
		for _, v := range l.Preorder() {
			if !l.IsLeaf(v) {
				l.SetEll(v, scale*l.Node[v].Ell)
			}
		}
		l.Recompute()
		points, _, ell := l.extent()
		u := l.hyper.C * ell / points
		kept := math.Log(l.hyper.Sigma2) - u/l.hyper.C
		total, mean, square := 0.0, 0.0, 0.0
		for x := -12.0; x < 5; x += 1e-3 {
			s := kept + u*math.Exp(-x)
			p := math.Exp(x - math.Exp(x) - s - math.Exp(-s)) // c ~ Ga(1, 1) and 1/σ² ~ Ga(1, 1), in their logarithms
			total, mean, square = total+p, mean+p*x, square+p*x*x
		}
		mean /= total
		square = math.Sqrt(square/total - mean*mean)
		const batches, size = 40, 1500
		means := make([]float64, batches)
		for i := range means {
			for range size {
				c.stretchAndFollow()
				means[i] += math.Log(l.hyper.C) / size
			}
		}
		got, e := pydttest.BatchMean(means)
		t.Logf("ū = %.2f: log c is %.4f ± %.4f on average, by quadrature %.4f (deviation %.3f)", u, got, e, mean, square)
		if !(math.Abs(got-mean) <= 4*e) || e > 0.02 {
			t.Errorf("ū = %v: log c is %v ± %v on average, by quadrature %v", u, got, e, mean)
		}
		if _, _, now := l.extent(); !(math.Abs(l.hyper.C*now/points/u-1) <= 1e-9) ||
			!(math.Abs(math.Log(l.hyper.Sigma2)-now/points-kept) <= 1e-9*(1+math.Abs(kept))) {
			t.Errorf("ū = %v: the curve was left", u)
		}
	}
}

// named puts the name of a case before failures.
type named struct {
	testing.TB
	name string
}

func (n named) Errorf(format string, arguments ...any) {
	n.TB.Helper()
	n.TB.Errorf(n.name+": "+format, arguments...)
}

func (n named) Logf(format string, arguments ...any) { n.TB.Logf(n.name+": "+format, arguments...) }

// The log joint of the trace includes the priors of all learnt quantities, written out here as densities of 1/σ², c, θ
// and 1/s²: Ga(1, 1), Ga(1, 1), Ga(2, ½) and that of math 5.1, whose integral is summed here over ln s².
func TestTraceHasAllPriors(t *testing.T) {
	x := pydttest.RandomData(rand.New(rand.NewPCG(3, 33)), 6, 2, 0)
	noise := func(v float64) float64 { return math.Pow(v, -0.25) * math.Pow(1+v/0.3, -1.5) * math.Exp(-1e-4/v) }
	mass := 0.0
	for u := -16.0; u < 40; u += 1e-3 {
		mass += 1e-3 * math.Exp(u) * noise(math.Exp(u))
	}
	for _, fixed := range []int{0, 1, 2, 4, 8, 15} {
		h := pydttest.LearntHyper(6)
		h.Sigma2, h.C, h.Noise = 1.7, 0.6, 0.03
		h.FixSigma2, h.FixC, h.FixTheta, h.FixNoise = fixed&1 > 0, fixed&2 > 0, fixed&4 > 0, fixed&8 > 0
		c := chainOf(x, h, rand.New(rand.NewPCG(4, 33)))
		c.Live.Recompute()
		c.endSweep()
		_, _, ell := c.Live.extent()
		want := c.Live.LogLikelihood() + c.Live.logPrior() - ell
		for i, density := range []float64{-1 / 1.7, -0.6, -2*math.Ln2 + math.Log(h.Prior.Theta) - h.Prior.Theta/2,
			math.Log(noise(0.03) / mass * 0.03 * 0.03)} {
			if fixed>>i&1 == 0 {
				want += density
			}
		}
		if got := c.Scalars[0]; !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
			t.Errorf("fixed %04b: log joint %v, want %v", fixed, got, want)
		}
	}
}
