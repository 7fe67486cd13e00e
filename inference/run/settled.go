package run

import (
	"math"
	"strings"

	"example.org/espalier/inference"
)

// SettleWindow is the number of iterations over which the gain of an objective is measured.
const SettleWindow = 100

// Climbs reports whether a model searches for a higher objective in nats, so that it makes sense to
// continue until the objective settles. That of a sampler does not settle, nor does an average.
func Climbs(info inference.Info) bool {
	return !info.Samples && !info.Averages && info.Iterations > 0 && info.Objective != "" &&
		strings.HasSuffix(info.ObjectiveTitle, ", nats")
}

// SettleGain returns the gain of the objective over [SettleWindow] iterations, in nats, below which
// a fit to the given number of rows counts as settled: a thousandth of a nat for each row, but at
// least a tenth of a nat. The held-out density of a row is seldom known to better than a hundredth.
func SettleGain(rows int) float64 { return math.Max(0.1, 0.001*float64(rows)) }

// A climb follows the best value of an objective.
type climb struct {
	best   []float64 // highest value up to each iteration
	enough float64   // gain below which it counts as settled; 0 if the model does not climb
	ends   bool      // the run ends when it has settled
}

func (c *climb) add(value float64) {
	if k := len(c.best); k > 0 && !(value > c.best[k-1]) {
		value = c.best[k-1]
	}
	c.best = append(c.best, value)
}

// GainWindow returns the number of iterations over which [Progress.Gain] of a run is measured:
// [SettleWindow], or all that a shorter run has made after its first.
func GainWindow(iterations int) int { return min(SettleWindow, iterations) }

// gain returns the rise of the best value over the last [GainWindow] iterations. known is false
// before the second value, or if the values are not finite.
func (c *climb) gain() (nats float64, known bool) {
	k := len(c.best)
	if c.enough <= 0 || k < 2 {
		return 0, false
	}
	nats = c.best[k-1] - c.best[k-1-GainWindow(k-1)]
	return nats, !math.IsNaN(nats) && !math.IsInf(nats, 0)
}

// settled reports whether the gain over a whole window is below the limit.
func (c *climb) settled() bool {
	nats, known := c.gain()
	return known && len(c.best) > SettleWindow && nats < c.enough
}

// SetUntilSettled sets whether the run ends when its objective has settled, like
// [Options.UntilSettled]. A run that has ended stays ended until [Run.More].
func (r *Run) SetUntilSettled(on bool) { r.ask(func() { r.climb.ends = on }) }
