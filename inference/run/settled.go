package run

import (
	"math"
	"strings"

	"espalier/inference"
)

// SettleWindow is over how many iterations the gain of an objective is measured.
const SettleWindow = 100

// Climbs reports whether the iterations of a model search for a higher objective in nats, so that
// it makes sense to go on until the objective has settled. A sampler's does not settle.
func Climbs(info inference.Info) bool {
	return !info.Samples && info.Iterations > 0 && info.Objective != "" && strings.HasSuffix(info.ObjectiveTitle, ", nats")
}

// SettleGain returns the gain of the objective over [SettleWindow] iterations, in nats, below which
// a fit to so many rows counts as settled: a thousandth of a nat a row, but a tenth of a nat at
// least. Held-out densities of a row are seldom known better than to a hundredth.
func SettleGain(rows int) float64 { return math.Max(0.1, 0.001*float64(rows)) }

// A climb follows the best value of an objective.
type climb struct {
	best   []float64 // of each iteration: the highest value so far
	enough float64   // gain below which it counts as settled; 0 where nothing climbs
	ends   bool      // the run ends when it has settled
}

func (c *climb) add(value float64) {
	if k := len(c.best); k > 0 && !(value > c.best[k-1]) {
		value = c.best[k-1]
	}
	c.best = append(c.best, value)
}

// gain returns by how much the best value rose over the last iterations, [SettleWindow] of them,
// and whether there were as many and their values are finite.
func (c *climb) gain() (nats float64, known bool) {
	k := len(c.best)
	if c.enough <= 0 || k <= SettleWindow {
		return 0, false
	}
	nats = c.best[k-1] - c.best[k-1-SettleWindow]
	return nats, !math.IsNaN(nats) && !math.IsInf(nats, 0)
}

// settled reports whether the objective rises no more than is called settled.
func (c *climb) settled() bool {
	nats, known := c.gain()
	return known && nats < c.enough
}

// SetUntilSettled says whether the run ends when its objective has settled, as
// [Options.UntilSettled] does. A run that has ended stays so until [Run.More].
func (r *Run) SetUntilSettled(on bool) { r.ask(func() { r.climb.ends = on }) }
