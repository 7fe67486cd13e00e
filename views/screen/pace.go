package screen

import (
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/views/clock"
)

// After each redraw, wait a multiple of the time it took, so that pictures, two of which may be shown, summaries of
// draws and diagnostics together leave 95 % of the processor to the run. But never wait longer for a picture than nine
// times its time, which leaves a run nine tenths of one processor where it has only that one, or 0.15 s if that is
// longer: with the time between two snapshots that is five pictures a second, which look live. The longest wait is 0.6
// s.
const (
	paceShare    = 60
	paceLeast    = 9
	SummaryShare = 120
	paceLive     = 150 * time.Millisecond
	paceMost     = 600 * time.Millisecond
)

// A Pace spaces out pictures that nobody waits for. It belongs to the goroutine of the
// window.
type Pace struct {
	Most  time.Duration // longest wait, for summaries; 0 for pictures
	Cost  time.Duration // of the last picture
	last  time.Time     // when one was last asked for
	timer clock.Alarm   // for the next one, nil when none waits
	clock clock.Clock
}

// Stop drops the picture that waits.
func (p *Pace) Stop() {
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
}

// Offer shows the figure that f makes, as [View.SetSource] does, but no sooner than the pace of a
// run allows; the latest offer wins. A gesture or a change of style or size shows it at once.
func (v *View) Offer(f func() plotting.Figure) {
	v.source = f
	v.serial++
	v.pace.Offer(v.post, v.redraw)
}

// Offer calls do once the wait after the last call is over: now, or later through post.
func (p *Pace) Offer(post Post, do func()) {
	rest := min(paceShare*p.Cost, max(paceLeast*p.Cost, paceLive), paceMost)
	if p.Most > 0 {
		rest = min(SummaryShare*p.Cost, p.Most)
	}
	wait := p.last.Add(rest).Sub(p.clock.Now())
	switch {
	case p.timer != nil:
	case wait <= 0:
		p.last = p.clock.Now()
		do()
	default:
		p.timer = p.clock.AfterFunc(wait, func() {
			post(func() {
				if p.timer == nil {
					return // stopped meanwhile
				}
				p.timer = nil
				p.last = p.clock.Now()
				do()
			})
		})
	}
}
