package views

import (
	"time"

	"espalier/plotting"
)

// What is made anew while a run is watched rests for so many times as long as it took:
// pictures, two of which may be shown, and summaries of draws are to leave 95 parts in a
// hundred of the processor to the run. Pictures come every 0.6 s at least.
const (
	paceShare = 40
	paceMost  = 600 * time.Millisecond
)

// A pace spaces out pictures that nobody waits for. It belongs to the goroutine of the
// window.
type pace struct {
	most  time.Duration // the longest rest; 0 is that of pictures
	cost  time.Duration // of the last picture
	last  time.Time     // when one was last asked for
	timer *time.Timer   // for the next one, nil when none waits
}

func (p *pace) stop() {
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
	v.pace.offer(v.post, v.redraw)
}

// offer calls do, through post where that is later: not before what was done last has
// been rested for.
func (p *pace) offer(post Post, do func()) {
	most := p.most
	if most == 0 {
		most = paceMost
	}
	wait := time.Until(p.last.Add(min(paceShare*p.cost, most)))
	switch {
	case p.timer != nil:
	case wait <= 0:
		p.last = time.Now()
		do()
	default:
		p.timer = time.AfterFunc(wait, func() {
			post(func() {
				if p.timer == nil {
					return // stopped meanwhile
				}
				p.timer = nil
				p.last = time.Now()
				do()
			})
		})
	}
}
