package sampler

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/pitmanyor"
)

// Draws above a threshold have the mean of the truncated normal distribution, φ/Φ.
func TestDrawTail(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 71))
	for _, a := range []float64{-3, -0.5, 0, 0.39, 0.41, 1, 3, 8} {
		const n = 40000
		sum, square := 0.0, 0.0
		for range n {
			x := observation.DrawTail(rng, a)
			if x < a {
				t.Fatalf("%v below %v", x, a)
			}
			sum += x
			square += x * x
		}
		_, want, _ := special.NormalRatios(-a)
		mean := sum / n
		if se := math.Sqrt((square/n - mean*mean) / n); !(math.Abs(mean-want) <= 4.5*se) {
			t.Errorf("above %v: mean %v ± %v, want %v", a, mean, se, want)
		}
	}
}

// takeSigns turns the chain's numbers into latent ones, with their signs as the data.
func (c *Chain) takeSigns() *latent {
	t := &latent{signs: c.Live.leaves()}
	for i, u := range t.signs {
		switch {
		case u > 0:
			t.signs[i] = 1
		case u < 0:
			t.signs[i] = -1
		}
	}
	c.part = t
	return t
}

// latentReplicates is replicates with the signs as data.
func latentReplicates(t testing.TB, extra func(u *latent) []pass, h hyper.Hyper, n, d, pairs int, missing float64,
	seed uint64) float64 {
	draw := priorChains(h, n, d, missing, seed)
	return inferencetest.Greatest(inferencetest.Replicates(t, jointNames, func() (before, after []float64) {
		c := draw()
		u := c.takeSigns()
		before = c.statistics()
		list := append(passesOf("slide", &c.Live.hyper), extra(u)...)
		for range 2 {
			c.sweepOnce(list)
		}
		return before, c.statistics()
	}, pairs))
}

// Latent numbers, tree and hyperparameters drawn from the prior keep their distribution when the
// chain continues the signs as data. With latent numbers drawn around the location as if they had
// no variance of their own, they do not.
func TestLatentNumbersKeepTheJointDistribution(t *testing.T) {
	size := 3000
	if testing.Short() {
		size = 800
	}
	all := func(u *latent) []pass { return []pass{{whole: u.draw}, {whole: u.scale}} }
	learnt := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.3, 5), C: 1, Sigma2: 1, Noise: 1, FixNoise: true}
	fixed := hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, 4), C: 1, Sigma2: 3, Noise: 1, FixC: true, FixSigma2: true,
		FixTheta: true, FixAlpha: true, FixNoise: true}
	latentReplicates(t, all, learnt, 5, 2, size, 0, 1)
	latentReplicates(t, all, learnt, 5, 3, size, 0.3, 2)
	latentReplicates(t, func(u *latent) []pass { return all(u)[:1] }, fixed, 4, 3, size, 0, 3)
	broken := func(u *latent) []pass {
		return []pass{{whole: func(c *current) {
			c.Live.hyper.Noise = 0
			u.draw(c)
			c.Live.hyper.Noise = 1
		}}}
	}
	if z := latentReplicates(&inferencetest.Recorder{TB: t}, broken, fixed, 4, 3, 3*size, 0, 4); z < 5 {
		t.Errorf("without their own variance |z| ≤ %.1f", z)
	}
	unscaled := func(u *latent) []pass {
		return []pass{{whole: func(c *current) {
			cells := c.Live.problem.Cells
			c.Live.problem.Cells = 0 // the Jacobian left out
			u.scale(c)
			c.Live.problem.Cells = cells
		}}, {whole: u.draw}}
	}
	if z := latentReplicates(&inferencetest.Recorder{TB: t}, unscaled, learnt, 5, 2, 3*size, 0, 5); z < 5 {
		t.Errorf("without the Jacobian |z| ≤ %.1f", z)
	}
}
