package sampling

import (
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/plotting/teach/stage/stagetest"
)

// Mean and spread of x after some sweeps of Gibbs follow from those of half a sweep.
func TestGibbsForgetsItsStart(t *testing.T) {
	w := stagetest.Opened[walkers](t, StepsInThePlane(), 1, "rho", "0.8").State
	mean, variance := -walkFar, 0.0
	for range 20 {
		c := w.counters()[0]
		inferencetest.Near(t, "mean", c.Expected, mean, 1e-9)
		inferencetest.Near(t, "deviation", c.Spread, math.Sqrt(variance), 1e-7)
		for range 2 {
			mean, variance = 0.8*mean, 0.64*variance+0.36
		}
		w.step()
	}
}

// Both kinds of steps keep the ridge: its variances are 1 and its correlation ρ. Metropolis that accepts all does not.
func TestStepsKeepTheRidge(t *testing.T) {
	for _, method := range []string{"gibbs", "metropolis"} {
		w := stagetest.Opened[walkers](t, StepsInThePlane(), 3, "rho", "0.6", "method", method, "stride", "1.6").State
		const sweeps, early = 3000, 200
		for range sweeps {
			w.step()
		}
		xx, xy, n := 0.0, 0.0, 0.0
		for k := range walkChains {
			for s := early; s <= sweeps; s++ {
				x, y := w.sx[k][s], w.sy[k][s]
				xx, xy, n = xx+x*x, xy+x*y, n+1
			}
		}
		inferencetest.Near(t, method+": variance", xx/n, 1, 0.12)
		inferencetest.Near(t, method+": covariance", xy/n, 0.6, 0.12)
		if method == "metropolis" && (w.accepted < sweeps || w.accepted > 3*sweeps) {
			t.Errorf("%d of %d proposals are accepted", w.accepted, walkChains*sweeps)
		}
		if r := w.rHat(sweeps); !(r > 0.99 && r < 1.02) {
			t.Errorf("%s: R-hat %v", method, r)
		}
	}
}
