package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"

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
	gamma2 := func(a float64) float64 { return lnGamma(a) + lnGamma(a-0.5) }
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

// annealerTogether returns an annealer with a covariance between the columns of a table.
func annealerTogether(x *mat.Dense, h hyper, steps int, seed uint64) *annealer {
	a := annealerOf(x, h, steps, seed)
	c := a.chain
	c.problem, c.spread = newSpread(c.data, covariance)
	moving := h
	moving.fixSigma2 = true
	c.passes = append(passesOf("all", &moving), c.spreadPasses()...)
	c.annealColumns()
	return a
}

// The evidence by annealing with a covariance between columns agrees with the sum over all trees,
// integrated over times, Σ, g and ν₀.
func TestAnnealedEvidenceTogether(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{0.8, 0.9, 1.1, 1.5, -0.9, -0.7})
	h := hyper{prior: NewPrior(0, 0, 3), c: 1.3, sigma2: 1, noise: 0.1, largest: 3, fixC: true, fixTheta: true, fixAlpha: true, fixNoise: true}
	h.setC(h.c)
	evidence := func(points, columns int) float64 {
		_, log := exact{x: x, h: hyper{prior: h.prior, c: h.c, sigma2: 1, noise: h.noise, fixSigma2: true}, power: 1, points: points, together: overColumns(x, 1, columns)}.structures()
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
		a := annealerTogether(x, h, 30, seed)
		z := run(a)
		t.Logf("log evidence %.4f ± %.4f, by quadrature %.4f ± %.4f", a.weights.LogMean(), a.weights.StandardError(), want, wantError)
		if !(math.Abs(z) <= 4) {
			t.Errorf("log evidence %.4f ± %.4f, by quadrature %.4f ± %.4f", a.weights.LogMean(), a.weights.StandardError(), want, wantError)
		}
	}
}

// At a power of the density, the step that draws Σ and its prior, and the moves, leave the tempered
// posterior of trees.
func TestTemperedTogether(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{0.8, 0.9, 1.1, 1.5, -0.9, -0.7})
	h := hyper{prior: NewPrior(0, 0, 3), c: 1, sigma2: 1, noise: 0.1, largest: 3, fixC: true, fixTheta: true, fixAlpha: true, fixNoise: true}
	h.setC(1)
	const power = 0.4
	want, _ := exact{x: x, h: hyper{prior: h.prior, c: 1, sigma2: 1, noise: h.noise, fixSigma2: true}, power: power, points: 24, together: overColumns(x, power, 30)}.structures()
	c := annealerTogether(x, h, 2, 1).chain
	c.begin.sigma2 = 1
	c.live = newLive(c.problem, c.begin)
	for !c.live.grow(c.rng) {
	}
	c.live.recompute()
	c.live.power = power
	c.spread.drawHyperprior(rand.New(rand.NewPCG(4, 4)))
	batches := 60
	if testing.Short() {
		batches = 30
	}
	checkFrequencies(t, "trees", want, func() string {
		c.sweepOnce(c.passes)
		return c.live.labelled()
	}, batches)
}

// Annealing under a covariance reports the evidence and Σ, and continues from a saved state.
func TestAnnealerTogether(t *testing.T) {
	s := DDT{}.Info().Defaults()
	for name, v := range map[string]string{"columns": covariance, "method": "ais", "annealing": "20"} {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	data := correlated(8, 3, 1)
	fit := func() inference.Stepper {
		f, err := DDT{}.New(data, s, inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	advance := func(f inference.Stepper, runs int) []float64 {
		for {
			r, err := f.Step(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars == nil {
				continue
			}
			if runs--; runs == 0 {
				return r.Scalars
			}
		}
	}
	f := fit()
	advance(f, 3)
	state, err := f.(inference.Saver).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	want := advance(f, 2)
	again := fit()
	if err := again.(inference.Saver).UnmarshalBinary(state); err != nil {
		t.Fatal(err)
	}
	for i, v := range advance(again, 2) {
		if v != want[i] && !math.IsNaN(v) {
			t.Errorf("number %d is %g after going on, was %g", i, v, want[i])
		}
	}
	snap := f.Snapshot()
	if len(snap.Parts) != 2 {
		t.Fatalf("%d parts", len(snap.Parts))
	}
	for _, p := range snap.Parts {
		if err := p.Check(data); err != nil {
			t.Error(err)
		}
	}
	data.X.Set(0, 0, math.NaN())
	if _, err := (DDT{}).New(data, s, inference.Streams{Seed: 1}, 1); err == nil {
		t.Error("a missing cell is not refused")
	}
}
