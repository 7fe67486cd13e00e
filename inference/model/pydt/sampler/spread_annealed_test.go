package sampler

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/annealing"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// overColumns returns the density of a table of two columns given the covariance K of its rows in
// units of Σ, to a power: Σ in closed form, g and ν₀ by quadrature with so many points each.
func overColumns(x *mat.Dense, power float64, points int) func(k *mat.SymDense) float64 {
	n, _ := x.Dims()
	var centre [2]float64
	for i := range n {
		for j := range centre {
			centre[j] += x.At(i, j) * x.At(i, j) / float64(n)
		}
	}
	rows := power * float64(n)
	// ln Γ₂(a) less a constant
	gamma2 := func(a float64) float64 { return special.LogGamma(a) + special.LogGamma(a-0.5) }
	return func(k *mat.SymDense) float64 {
		var inverse, half, s mat.Dense
		if inverse.Inverse(k) != nil {
			return 0
		}
		half.Mul(&inverse, x)
		s.Mul(x.T(), &half)
		constant := -rows*math.Log(math.Pi) - power*math.Log(mat.Det(k))
		sum := 0.0
		for a := range points {
			z := math.Sqrt2 * math.Erfinv(2*(float64(a)+0.5)/float64(points)-1)
			nu := 3 + math.Exp(nuDeviation*z)
			gammas := gamma2((nu+rows)/2) - gamma2(nu/2)
			for b := range points {
				weight := (nu - 3) * -math.Log1p(-(float64(b)+0.5)/float64(points))
				p, q := weight*centre[0], weight*centre[1]
				det := (p+power*s.At(0, 0))*(q+power*s.At(1, 1)) - power*power*s.At(0, 1)*s.At(0, 1)
				sum += math.Exp(constant + gammas + nu/2*math.Log(p*q) - (nu+rows)/2*math.Log(det))
			}
		}
		return sum / float64(points*points)
	}
}

// annealerTogether returns an annealer of a table whose columns vary together.
func annealerTogether(form string, x *mat.Dense, h hyper.Hyper, steps int, seed uint64) *annealer {
	a := annealerOf(x, h, steps, seed)
	c := a.chain
	withSpread(c, form)
	if form == correlated.ByTree {
		spreadOf(c).branches = newSpreadTree(c.Model, usualOf(c.Model), c.Data.Columns, spreadOf(c).x)
	}
	moving := h
	moving.FixSigma2 = true
	c.passes = append(passesOf("all", &moving), c.part.passes(&h)...)
	c.partFirst()
	return a
}

// The evidence by annealing with a covariance between columns agrees with the sum over all trees,
// integrated over times, Σ, g and ν₀.
func TestAnnealedEvidenceTogether(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{0.8, 0.9, 1.1, 1.5, -0.9, -0.7})
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, 3), C: 1.3, Sigma2: 1, Noise: 0.1, Largest: 3, FixC: true,
		FixTheta: true, FixAlpha: true, FixNoise: true}
	h.SetC(h.C)
	evidence := func(points, columns int) float64 {
		_, log := exact{x: x, h: hyper.Hyper{Prior: h.Prior, C: h.C, Sigma2: 1, Noise: h.Noise, FixSigma2: true},
			power: 1, points: points, together: overColumns(x, 1, columns)}.structures()
		return log
	}
	want := evidence(24, 40)
	wantError := math.Abs(want-evidence(12, 40)) + math.Abs(want-evidence(24, 20))
	if wantError > 0.02 {
		t.Fatalf("the quadrature is %.4f off", wantError)
	}
	run := func(a *annealer) float64 {
		for len(a.weights.Log) < 400 {
			a.advance()
		}
		return (a.weights.LogMean() - want) / math.Hypot(a.weights.StandardError(), wantError)
	}
	for seed := range uint64(2) {
		a := annealerTogether(correlated.AnyCovariance, x, h, 30, seed)
		z := run(a)
		t.Logf("log evidence %.4f ± %.4f, by quadrature %.4f ± %.4f", a.weights.LogMean(), a.weights.StandardError(), want,
			wantError)
		if !(math.Abs(z) <= 4) {
			t.Errorf("log evidence %.4f ± %.4f, by quadrature %.4f ± %.4f", a.weights.LogMean(), a.weights.StandardError(), want,
				wantError)
		}
	}
}

// At a power of the density, the step that draws Σ and its prior, and the moves, leave the tempered
// posterior of trees.
func TestTemperedTogether(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{0.8, 0.9, 1.1, 1.5, -0.9, -0.7})
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, 3), C: 1, Sigma2: 1, Noise: 0.1, Largest: 3, FixC: true,
		FixTheta: true, FixAlpha: true, FixNoise: true}
	h.SetC(1)
	const power = 0.4
	want, _ := exact{x: x, h: hyper.Hyper{Prior: h.Prior, C: 1, Sigma2: 1, Noise: h.Noise, FixSigma2: true},
		power: power, points: 24, together: overColumns(x, power, 30)}.structures()
	c := annealerTogether(correlated.AnyCovariance, x, h, 2, 1).chain
	c.Begin.Sigma2 = 1
	c.Live = newLive(c.Problem, c.Begin)
	for !c.Live.grow(c.rng) {
	}
	c.Live.Recompute()
	c.Live.Power = power
	spreadOf(c).drawHyperprior(rand.New(rand.NewPCG(4, 4)))
	batches := 60
	if testing.Short() {
		batches = 30
	}
	checkFrequencies(t, "trees", want, func() string {
		c.sweepOnce(c.passes)
		return c.Live.labelled()
	}, batches)
}

// ofTable returns the log density of a table given its tree, the noise as a share of Σ, and Σ: of all cells at once,
// N(0, K⊗Σ).
func ofTable(x *mat.Dense, l *live, sigma mat.Matrix) float64 {
	n, d := x.Dims()
	t := l.tree(pydttest.RowNames(n))
	k := mat.NewSymDense(n*d, nil)
	for i := range n {
		for j := range i + 1 {
			shared := 1 + l.hyper.Noise
			if i != j { // the time at which their paths part
				above := map[int]bool{}
				for v := t.Parent[i]; v >= 0; v = t.Parent[v] {
					above[v] = true
				}
				v := t.Parent[j]
				for !above[v] {
					v = t.Parent[v]
				}
				shared = -math.Expm1(-t.LogTime[v])
			}
			for a := range d {
				for b := range d {
					k.SetSym(i*d+a, j*d+b, shared*sigma.At(a, b))
				}
			}
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(k) {
		return math.Inf(-1)
	}
	y := mat.NewVecDense(n*d, append([]float64(nil), x.RawMatrix().Data...))
	var z mat.VecDense
	if chol.SolveVecTo(&z, y) != nil {
		return math.Inf(-1)
	}
	return -0.5 * (float64(n*d)*math.Log(2*math.Pi) + chol.LogDet() + mat.Dot(y, &z))
}

// The evidence by annealing with factors or a tree over the columns agrees with the mean density of the table over
// draws of everything from the prior.
func TestAnnealedEvidenceOfFactorsAndTree(t *testing.T) {
	x := mat.NewDense(3, 3, []float64{0.9, 1.4, -0.6, 1.1, 1.7, -0.2, -1.2, -0.9, 1.0})
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.2, 3), C: 1.3, Sigma2: 1, Noise: 0.1, Largest: 3, FixC: true,
		FixTheta: true, FixAlpha: true}
	h.SetC(h.C)
	draws, runs := 20_000, 150
	if testing.Short() {
		draws, runs = 6_000, 50
	}
	for _, form := range []string{correlated.ByFactors, correlated.ByTree} {
		rng := rand.New(rand.NewPCG(6, 78))
		c := annealerTogether(form, x, h, 2, 1).chain
		var prior annealing.Weights
		for range draws {
			l := newLive(c.Problem, drawPrior(c.Begin, rng))
			if !l.grow(rng) || !spreadOf(c).drawPrior(rng) {
				continue
			}
			sigma := spreadOf(c).columnsNow()
			prior.Add(ofTable(x, l, sigma.Dense()))
		}
		a := annealerTogether(form, x, h, 20, 2)
		for len(a.weights.Log) < runs {
			a.advance()
		}
		got, want := a.weights.LogMean(), prior.LogMean()
		gotError, wantError := a.weights.StandardError(), prior.StandardError()
		t.Logf("%s: log evidence %.3f ± %.3f, by draws from the prior %.3f ± %.3f", form, got, gotError, want, wantError)
		if z := (got - want) / math.Hypot(gotError, wantError); !(math.Abs(z) <= 4) {
			t.Errorf("%s: log evidence %.3f ± %.3f, by draws from the prior %.3f ± %.3f", form, got, gotError, want, wantError)
		}
	}
}

// At a power of the density, sweeps with factors or a tree over the columns leave the tempered posterior, as weighted
// draws from the prior have it.
func TestTemperedFactorsAndTree(t *testing.T) {
	x := mat.NewDense(3, 3, []float64{0.9, 1.4, -0.6, 1.1, 1.7, -0.2, -1.2, -0.9, 1.0})
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.2, 3), C: 1.3, Sigma2: 1, Noise: 0.1, Largest: 3, FixC: true,
		FixTheta: true, FixAlpha: true}
	h.SetC(h.C)
	const power = 0.35
	draws, batches := 20_000, 40
	if testing.Short() {
		draws, batches = 8_000, 20
	}
	statistics := func(c *Chain) []float64 {
		l := c.Live
		points, _, _ := l.extent()
		psi, _ := mat.LogDet(spreadOf(c).columnsNow().Dense())
		return []float64{points, l.Node[l.Top].Ell, math.Log(l.hyper.Noise), psi, math.Log(spreadOf(c).meanVariance())}
	}
	for _, form := range []string{correlated.ByFactors, correlated.ByTree} {
		rng := rand.New(rand.NewPCG(6, 79))
		c := annealerTogether(form, x, h, 2, 1).chain
		var weights annealing.Weights
		var values [][]float64
		for len(weights.Log) < draws {
			c.Live = newLive(c.Problem, drawPrior(c.Begin, rng))
			if !c.Live.grow(rng) || !spreadOf(c).drawPrior(rng) {
				continue
			}
			weights.Add(c.part.tempered(c.Live)(power))
			values = append(values, statistics(c))
		}
		for !spreadOf(c).drawPrior(rng) {
		}
		c.Live.Recompute()
		c.part.temper(c.Live, power)
		want, wantError := weighted(weights.Log, values)
		const each = 60
		var means [][]float64
		for b := range batches + 2 {
			batch := make([]float64, len(want))
			for range each {
				c.sweepOnce(c.passes)
				for q, v := range statistics(c) {
					batch[q] += v / each
				}
			}
			if b >= 2 {
				means = append(means, batch)
			}
		}
		mean, meanError := weighted(make([]float64, batches), means)
		for q := range want {
			z := (mean[q] - want[q]) / math.Hypot(wantError[q], meanError[q])
			t.Logf("%s, statistic %d: %.3f ± %.3f, wanted %.3f ± %.3f", form, q, mean[q], meanError[q], want[q], wantError[q])
			if !(math.Abs(z) <= 4.5) {
				t.Errorf("%s, statistic %d: %.3f ± %.3f, wanted %.3f ± %.3f", form, q, mean[q], meanError[q], want[q], wantError[q])
			}
		}
	}
}

// weighted returns the means of values under weights given by their logarithms, and their standard errors.
func weighted(logs []float64, values [][]float64) (mean, deviation []float64) {
	top := math.Inf(-1)
	for _, v := range logs {
		top = math.Max(top, v)
	}
	total := 0.0
	mean, deviation = make([]float64, len(values[0])), make([]float64, len(values[0]))
	for i, v := range logs {
		total += math.Exp(v - top)
		for q, x := range values[i] {
			mean[q] += math.Exp(v-top) * x
		}
	}
	for q := range mean {
		mean[q] /= total
		for i, v := range logs {
			deviation[q] += math.Pow(math.Exp(v-top)/total*(values[i][q]-mean[q]), 2)
		}
		deviation[q] = math.Sqrt(deviation[q])
	}
	return mean, deviation
}
