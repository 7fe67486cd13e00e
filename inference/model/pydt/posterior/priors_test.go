package posterior_test

import (
	"math"
	"testing"

	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"
)

// The bound has the log densities of θ ~ Ga(2, ½) and of 1/s² where these are learnt: x/4 · e^(−x/2), and
// with x = 1/s² in proportion to x^(−7/4) (1 + 10/(3x))^(−3/2) e^(−x/10,000).
func TestHyperpriors(t *testing.T) {
	at := func(theta, noise float64) float64 {
		h := pydttest.LearntHyper(5)
		h.Prior, h.Noise, h.FixSigma2, h.FixC = pitmanyor.NewPrior(theta, 0.3, 5), noise, true, true
		h.Refresh()
		return h.Constant
	}
	for _, theta := range []float64{0.5, 3} {
		want := math.Log(theta/4) - theta/2 - (math.Log(1./4) - 1./2)
		if got := at(theta, 0.1) - at(1, 0.1); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("θ = %v has %v nats more than 1, want %v", theta, got, want)
		}
	}
	density := func(x float64) float64 { return -1.75*math.Log(x) - 1.5*math.Log(1+10/(3*x)) - x/1e4 }
	want := density(1000) - density(10)
	if got := at(1, 1e-3) - at(1, 0.1); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("a noise of 0.001 has %v nats more than one of 0.1, want %v", got, want)
	}
}
