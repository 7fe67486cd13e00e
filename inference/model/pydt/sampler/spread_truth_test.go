package sampler

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/stat"
)

// On rows drawn from the model Σ is within its posterior, at the generating tree and by mcmc.
func TestSigmaOfTheModel(t *testing.T) {
	if testing.Short() {
		t.Skip("a chain of 400 sweeps")
	}
	learn, _, generating, sigma := pydttest.Known(1)
	truth := []float64{pydttest.LogDet(sigma.Dense()), pydttest.MeanCorrelation(sigma.Dense())}
	within := func(what string, draws [2][]float64) {
		t.Helper()
		for k, name := range []string{"ln|Σ|", "mean correlation"} {
			mean, deviation := stat.MeanStdDev(draws[k], nil)
			t.Logf("%s, %s: %.3f ± %.3f, in truth %.3f", what, name, mean, deviation, truth[k])
			if !(math.Abs(mean-truth[k]) <= 3*deviation) {
				t.Errorf("%s: %s is %.3f ± %.3f, not %.3f", what, name, mean, deviation, truth[k])
			}
		}
	}
	rows := covary.NewContrasts(generating.Trees[0].Publish(learn.Rows), learn.X, generating.Hyper.Noise)
	prior := covary.Wishart{Centre: covary.Centre(learn.X), G: 0.5, Nu: 8}
	rng := rand.New(rand.NewPCG(1, 49))
	var draws [2][]float64
	for range 500 {
		_, s := prior.Draw(rows, rng)
		draws[0], draws[1] = append(draws[0], pydttest.LogDet(s)), append(draws[1], pydttest.MeanCorrelation(s))
	}
	within("at the generating tree", draws)

	c, err := NewChain(learn, askedOf(correlated.AnyCovariance), inference.Streams{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	c.startFrom(generating.Trees[0], c.Begin)
	run := func(sweeps int) {
		for ; sweeps > 0; sweeps-- {
			for !c.Advance(1) {
			}
		}
	}
	run(150)
	draws = [2][]float64{}
	for range 250 {
		run(1)
		sigma := spreadOf(c).sigma
		draws[0], draws[1] = append(draws[0], pydttest.LogDet(sigma)),
			append(draws[1], pydttest.MeanCorrelation(sigma))
	}
	within("mcmc", draws)
}
