package depict

import (
	"math"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
	"example.org/espalier/plotting"
)

// Settling says whether a search could gain more: "still improving: 3.1 nats in the last 20 steps".
// iteration names an iteration of the model. It is "" for a method that does not search, and for a
// fit of one iteration.
func Settling(r *job.Result, iteration string) string {
	if math.IsNaN(r.Gain) {
		return ""
	}
	over := plotting.Plural(run.GainWindow(r.Iterations), iteration)
	gain := plotting.FormatDigits(r.Gain, 2) + " nats in the last " + over
	switch {
	case r.Exhausted():
		return "settled: nothing is left to do"
	case r.Settled:
		return "settled: " + gain
	case r.Gain == 0:
		return "no gain in the last " + over + ", too few to say that it has settled"
	}
	return "still improving: " + gain
}
