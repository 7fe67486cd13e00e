package run

import "time"

// A pace decides when the next snapshot may be taken.
type pace struct {
	every time.Duration
	next  time.Time
}

// watchingShare is the wait after a snapshot, as a multiple of the time it took. Snapshots thus
// take less than 2 % of a run, and watching, including garbage collection and pictures, less than 5
// %.
const watchingShare = 50

func (p *pace) due() bool { return !time.Now().Before(p.next) }

func (p *pace) took(begin, end time.Time) {
	p.next = end.Add(watchingShare * end.Sub(begin))
	if earliest := begin.Add(p.every); p.next.Before(earliest) {
		p.next = earliest
	}
}

// clock counts the time a run works, pauses excluded.
type clock struct {
	total   time.Duration
	since   time.Time
	running bool
}

func (c *clock) run(on bool) {
	if on == c.running {
		return
	}
	now := time.Now()
	if on {
		c.since = now
	} else {
		c.total += now.Sub(c.since)
	}
	c.running = on
}

func (c *clock) elapsed() time.Duration {
	if c.running {
		return c.total + time.Since(c.since)
	}
	return c.total
}
