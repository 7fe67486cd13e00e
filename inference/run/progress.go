package run

import (
	"math"
	"time"
)

// Progress says how far a run has come.
type Progress struct {
	State     State
	Phase     string  // the present work, in words for the user
	Fraction  float64 // of the start that is done, 0 to 1
	Share     float64 // of the whole that is done, if the model reports it; else 0
	Iteration int     // completed iterations
	Target    int     // iterations asked for; < 0 for no limit
	PerSecond float64 // iterations per second over the last seconds; 0 if not yet known
	Elapsed   time.Duration
	Left      time.Duration // until the target, the limit of time or Expected, whichever comes first
	LeftKnown bool
	// Expected is the iteration at which Options.Until is expected to be satisfied, 0 if unknown or
	// if there is none. Reached says that it is satisfied.
	Expected int
	Reached  bool
	// Final says that the model has nothing left to do: More would fail.
	Final bool
	// Gain is the rise of the best objective over the last [GainWindow] iterations, in nats, if
	// GainKnown. Settled says that further iterations would gain little or nothing: the gain of a
	// whole window is below Options.Settle, or the search has nothing left to try.
	Gain      float64
	GainKnown bool
	Settled   bool
}

// ShareOf returns the completed share of n iterations, at most 1; 0 if n is not positive.
func (p Progress) ShareOf(n int) float64 {
	if n <= 0 {
		return 0
	}
	return min(1, float64(max(0, p.Iteration))/float64(n))
}

// Progress returns how far the run has come. It never blocks on the work.
func (r *Run) Progress() Progress {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := Progress{
		State: r.state, Phase: r.record.phase, Fraction: r.record.fraction, Share: r.record.share,
		Iteration: max(0, r.record.iteration()), Target: r.target,
		PerSecond: r.record.rate(), Elapsed: r.clock.elapsed(),
		Expected: r.rule.expected, Reached: r.rule.reached, Final: r.done,
	}
	if p.Gain, p.GainKnown = r.climb.gain(); !p.GainKnown {
		p.Gain = 0
	}
	p.Settled = r.climb.settled() || r.climb.enough > 0 && r.done
	p.Left, p.LeftKnown = r.left(p)
	return p
}

// left returns the time until the run ends by itself. r.mu is held.
func (r *Run) left(p Progress) (time.Duration, bool) {
	if r.state.Ended() {
		return 0, true
	}
	left, known := time.Duration(math.MaxInt64), false
	target := r.target
	if e := max(p.Expected, p.Iteration); p.Expected > 0 && (target < 0 || e < target) {
		target = e
	}
	switch {
	case p.Share > 0:
		if p.Share <= 0.05 {
			return 0, false
		}
		left, known = seconds2duration(p.Elapsed.Seconds()*(1-p.Share)/p.Share), true
		if target > 0 && p.PerSecond > 0 {
			left = min(left, seconds2duration(float64(target-p.Iteration)/p.PerSecond))
		}
	case target < 0:
	case r.record.iteration() >= 0 && p.PerSecond > 0:
		last := r.record.marks[len(r.record.marks)-1]
		seconds := float64(target-p.Iteration) / p.PerSecond
		left, known = seconds2duration(seconds-(p.Elapsed-last.elapsed).Seconds()), true
	case target == 0 && p.Fraction > 0.05:
		left, known = seconds2duration(p.Elapsed.Seconds()*(1-p.Fraction)/p.Fraction), true
	default:
		return 0, false // the rate is not known, and the target may come before the time is up
	}
	if r.duration > 0 {
		left, known = min(left, max(0, r.duration-p.Elapsed)), true
	}
	if !known {
		return 0, false
	}
	return left, true
}

// seconds2duration converts seconds, limited to between 0 and a century.
func seconds2duration(s float64) time.Duration {
	const century = 100 * 365 * 24 * 3600
	return time.Duration(min(max(s, 0), century) * float64(time.Second))
}
