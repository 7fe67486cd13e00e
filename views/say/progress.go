package say

import (
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
)

// Endless is the default number of iterations from which a method counts as a search that ends by
// itself, whose progress is unknown.
const Endless = 100_000

// Untold reports whether the target number of iterations says nothing about when the run ends.
func Untold(target int, info inference.Info) bool {
	return target < 0 || target >= Endless && info.Iterations >= Endless
}

// startShare returns how much of the bar the start takes if iterations follow. The start of a search is as a rule
// most of its work, that of a sampler little, and so is that of a run in slow motion.
func startShare(info inference.Info, slow bool) float64 {
	if info.Samples || slow {
		return 0.1
	}
	return 0.5
}

// BarFraction returns the share of the run that is done, which may be in slow motion. Once the time left is known and
// longer than by the count of iterations, it is the share of the time.
func BarFraction(p run.Progress, info inference.Info, slow bool) float64 {
	start, of := startShare(info, slow), p.Expected
	switch {
	case p.State == run.Finished:
		return 1
	case p.Share > 0 && of == 0:
		return max(p.Share, p.ShareOf(p.Target))
	case of > 0:
	case p.Target == 0:
		return p.Fraction
	case Untold(p.Target, info):
		return 0.1 * p.Fraction
	default:
		of = p.Target
	}
	bar := start*p.Fraction + (1-start)*p.ShareOf(of)
	if whole := p.Elapsed + p.Left; p.LeftKnown && p.Fraction == 1 && whole > 0 {
		bar = max(bar, float64(p.Elapsed)/float64(whole))
	}
	return bar
}

// ProgressLines describes the progress of a run in words.
func ProgressLines(p run.Progress, info inference.Info) (string, string) {
	iteration := info.Iteration
	if iteration == "" {
		iteration = "iteration"
	}
	starting := p.Fraction < 1 && p.Iteration <= 0
	if starting {
		line := p.Phase
		if line == "" {
			line = "starting"
		}
		second := ""
		if p.Elapsed > time.Second {
			second = Elapsed(p.Elapsed)
		}
		return line, second
	}
	done := p.State.Ended() && p.Final // before the target, as a rule
	if p.State.Ended() && (p.Target <= 0 || done) && p.Iteration <= 0 {
		return "", "" // for a model that has only a start
	}
	first := fmt.Sprintf("%s %s", iteration, Thousands(p.Iteration))
	if p.Target > 0 && !done && !Untold(p.Target, info) {
		first += map[bool]string{false: " of ", true: " of at most "}[p.Share > 0] + Thousands(p.Target)
	}
	if p.Expected > p.Iteration && p.State.Working() {
		first += " of about " + Thousands(p.Expected)
	}
	if r := Rate(p.PerSecond); r != "" && p.State.Working() {
		first += " · " + r
	}
	if p.State.Ended() {
		return first, ""
	}
	switch {
	case p.Expected > 0 || !Untold(p.Target, info):
	case info.Samples:
		first += ", until there are enough draws"
	default:
		first += ", until settled"
	}
	second := Elapsed(p.Elapsed)
	if p.LeftKnown && p.State.Working() && (p.Expected > 0 || !Untold(p.Target, info)) {
		second += " · " + Duration(p.Left) + " left"
	}
	return first, second
}
