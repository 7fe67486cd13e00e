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
	if r.Exhausted() {
		return "settled: nothing is left to do"
	}
	return Gained(r.Gain, r.Settled, r.Iterations, iteration)
}

// leastGain is the least gain, in nats, whose size means anything: the steps of floating point are below it.
const leastGain = 0.001

// Gained says how much a search gained of late, in nats, and whether it has settled: "settled: 0.05
// nats in the last 100 steps". iterations is how many it has done, iteration names one of them.
func Gained(gain float64, settled bool, iterations int, iteration string) string {
	over := plotting.Plural(run.GainWindow(iterations), iteration)
	nats := plotting.FormatDigits(gain, 2) + " nats in the last " + over
	tiny := gain > 0 && gain < leastGain
	if tiny {
		nats = "under " + plotting.FormatDigits(leastGain, 1) + " nats in the last " + over
	}
	switch {
	case settled:
		return "settled: " + nats
	case gain == 0:
		return "no gain in the last " + over + ", too few to say that it has settled"
	case gain < run.SettleGain(0): // it gains next to nothing, in fewer steps than it takes to tell
		if !tiny {
			nats = "only " + nats
		}
		return nats + ", too few to say that it has settled"
	}
	return "still improving: " + nats
}
