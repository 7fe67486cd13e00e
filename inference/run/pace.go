package run

import "time"

// pace decides when the next snapshot may be taken.
type pace struct {
	every time.Duration
	next  time.Time
}

// watchingShare is how many times its own duration passes after a snapshot before
// the next one: watching costs less than 4 %, and less than 5 % with the memory it leaves to be collected.
const watchingShare = 25

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
