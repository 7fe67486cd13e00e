package say

import (
	"math"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
)

// The bar of a search whose start took most of the time is near its end when the search is, and no bar goes back when
// the start is complete.
func TestBarFraction(t *testing.T) {
	search, sampler := inference.Info{Iterations: 200}, inference.Info{Iterations: 1000, Samples: true}
	for _, c := range []struct {
		what string
		p    run.Progress
		info inference.Info
		want float64
		slow bool
	}{
		{"half of the start of a search", run.Progress{Fraction: 0.5, Target: 200}, search, 0.25, false},
		{"a search after its start", run.Progress{Fraction: 1, Target: 200}, search, 0.5, false},
		{"4 of 200 steps, 25 s of 29", run.Progress{Fraction: 1, Iteration: 4, Target: 200, Elapsed: 25 * time.Second,
			Left: 4 * time.Second, LeftKnown: true}, search, 25. / 29, false},
		{"4 of 200 steps, the time left unknown",
			run.Progress{Fraction: 1, Iteration: 4, Target: 200, Elapsed: 25 * time.Second}, search, 0.51, false},
		{"a sampler after its start", run.Progress{Fraction: 1, Target: 1000}, sampler, 0.1, false},
		{"half of the sweeps", run.Progress{Fraction: 1, Iteration: 500, Target: 1000}, sampler, 0.55, false},
		{"more sweeps than expected",
			run.Progress{Fraction: 1, Iteration: 900, Target: -1, Expected: 800}, sampler, 1, false},
		{"a fit that tells how far it is",
			run.Progress{Fraction: 1, Share: 0.25, Iteration: 5, Target: 200}, search, 0.25, false},
		{"the same for six cycles", run.Progress{Fraction: 1, Share: 0.25, Iteration: 3, Target: 6}, search, 0.5, false},
		{"the start alone", run.Progress{Fraction: 0.5}, search, 0.5, false},
		{"a search in slow motion after its start", run.Progress{Fraction: 1, Target: 200}, search, 0.1, true},
		{"finished", run.Progress{State: run.Finished, Iteration: 3, Target: 200}, search, 1, false},
	} {
		if got := BarFraction(c.p, c.info, c.slow); !(math.Abs(got-c.want) <= 1e-9) {
			t.Errorf("%s: the bar is at %v, not %v", c.what, got, c.want)
		}
	}
}
