package viewstest

import (
	"sync"
	"time"

	"example.org/espalier/views/clock"
)

// A FakeClock advances only when a test advances it.
type FakeClock struct {
	mu    sync.Mutex
	now   time.Time
	due   map[*fakeAlarm]bool
	Look  time.Duration // that passes with each look
	Eager bool          // functions to be called later are called at once
}

type fakeAlarm struct {
	clock *FakeClock
	at    time.Time
	f     func()
}

func NewFakeClock() *FakeClock { return &FakeClock{now: time.Now(), due: map[*fakeAlarm]bool{}} }

func (c *FakeClock) Clock() clock.Clock { return clock.Clock{Tell: c.Tell, Later: c.after} }

func (c *FakeClock) Tell() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(c.Look)
	return c.now
}

func (c *FakeClock) after(d time.Duration, f func()) clock.Alarm {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := &fakeAlarm{c, c.now.Add(d), f}
	if c.Eager {
		c.now = a.at
		go f()
	} else {
		c.due[a] = true
	}
	return a
}

func (a *fakeAlarm) Stop() bool {
	a.clock.mu.Lock()
	defer a.clock.mu.Unlock()
	waits := a.clock.due[a]
	delete(a.clock.due, a)
	return waits
}

// Pass lets time pass, and calls the functions that are due then, each on a goroutine of its own.
func (c *FakeClock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	for a := range c.due {
		if !a.at.After(c.now) {
			delete(c.due, a)
			go a.f()
		}
	}
}
