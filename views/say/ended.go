package say

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
	"example.org/espalier/plotting"
)

// Climbed says in a sentence after a space whether the objective of a search has settled, "" if that is unknown. The
// numbers are beside its trace.
func Climbed(p run.Progress, info inference.Info) string {
	if !p.GainKnown {
		return ""
	}
	switch {
	case p.Settled:
		return " Settled: going on would gain next to nothing."
	case p.Gain < run.SettleGain(0):
		return " " + plotting.Plural(p.Iteration, info.Iteration) + " are too few to say that it has settled."
	}
	return " Still improving: run until settled."
}

// PhaseAfter names the phase of a run that is past its start: ": searching".
func PhaseAfter(p run.Progress) string {
	if p.Phase == "" || p.Fraction < 1 {
		return ""
	}
	return ": " + p.Phase
}

// Unsettled says in two or three words how a search stands that has not settled, of its gain of late in nats.
func Unsettled(gain float64) string {
	if gain < run.SettleGain(0) { // it has done too few iterations to tell
		return "not yet settled"
	}
	return "still improving"
}
