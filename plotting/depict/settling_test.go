package depict

import (
	"math"
	"testing"

	"example.org/espalier/inference/job"
)

func TestSettling(t *testing.T) {
	none := math.NaN()
	for _, c := range []struct {
		gain       float64
		settled    bool
		iterations int
		want       string
	}{
		{none, false, 400, ""},
		{none, true, 0, ""},
		{3.14, false, 400, "still improving: 3.1 nats in the last 100 steps"},
		{3.14, false, 20, "still improving: 3.1 nats in the last 20 steps"},
		{3.14, false, 1, "still improving: 3.1 nats in the last 1 step"},
		{0, false, 20, "no gain in the last 20 steps, too few to say that it has settled"},
		{0.0031, false, 30, "only 0.0031 nats in the last 30 steps, too few to say that it has settled"},
		{4e-5, false, 30, "under 0.001 nats in the last 30 steps, too few to say that it has settled"},
		{0.05, true, 400, "settled: 0.05 nats in the last 100 steps"},
		{5.2e-10, true, 400, "settled: under 0.001 nats in the last 100 steps"},
		{0.05, true, 40, "settled: nothing is left to do"},
		{3.14, true, 400, "settled: nothing is left to do"},
	} {
		r := &job.Result{Gain: c.gain, Settled: c.settled, Iterations: c.iterations, Data: job.Facts{Rows: 50}}
		if got := Settling(r, "step"); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
