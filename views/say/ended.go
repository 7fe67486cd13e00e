package say

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
	"example.org/espalier/plotting"
)

// Climbed says whether the objective of a search has settled, "" if that is unknown.
func Climbed(p run.Progress, info inference.Info) string {
	switch {
	case !p.GainKnown:
		return ""
	case p.Settled:
		return " Settled."
	}
	over := plotting.Plural(run.GainWindow(p.Iteration), info.Iteration)
	if p.Gain == 0 {
		return " No gain in the last " + over + ", too few to say that it has settled."
	}
	return " Still improving: " + Number(p.Gain) + " nats in the last " + over + "."
}

// PhaseAfter names the phase of a run that is past its start: ": searching".
func PhaseAfter(p run.Progress) string {
	if p.Phase == "" || p.Fraction < 1 {
		return ""
	}
	return ": " + p.Phase
}
