package screen

import (
	"time"

	"espalier/plotting"
	"espalier/views/tempo"
)

// What is made anew while a run is watched rests for so many times as long as it took:
// pictures, two of which may be shown, summaries of draws and diagnostics together are to
// leave 95 parts in a hundred of the processor to the run. But nothing rests so long that
// watching would be no watching: pictures 0.6 s at most.
const (
	paceShare    = 60
	SummaryShare = 120
	paceMost     = 600 * time.Millisecond
)

// A Pace spaces out pictures that nobody waits for. It belongs to the goroutine of the
// window.
type Pace struct {
	Most  time.Duration // of summaries, the longest rest; 0 for pictures
	Cost  time.Duration // of the last picture
	last  time.Time     // when one was last asked for
	timer tempo.Alarm   // for the next one, nil when none waits
	clock tempo.Clock
}

// Stop gives up what waits.
func (p *Pace) Stop() {
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
}

// Offer shows the figure that f makes, as [View.SetSource] does, but not before the
// pictures of a run have rested for as long as they owe it: the latest offer wins. A
// gesture or a change of style or size shows it at once.
func (v *View) Offer(f func() plotting.Figure) {
	v.source = f
	v.serial++
	v.pace.Offer(v.post, v.redraw)
}

// Offer calls do, through post where that is later: not before what was done last has
// been rested for.
func (p *Pace) Offer(post Post, do func()) {
	rest := min(paceShare*p.Cost, paceMost)
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
