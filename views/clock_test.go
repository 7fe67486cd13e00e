package views

import (
	"sync"
	"time"
)

// A fakeClock goes on only where a test lets it.
type fakeClock struct {
	mu    sync.Mutex
	now   time.Time
	due   map[*fakeAlarm]bool
	look  time.Duration // that passes with each look
	eager bool          // what is to be called later is called at once, and the time has come
}

type fakeAlarm struct {
	clock *fakeClock
	at    time.Time
	f     func()
}

func newFakeClock() *fakeClock {
	return &fakeClock{now: time.Now(), due: map[*fakeAlarm]bool{}}
}

func (c *fakeClock) clock() clock { return clock{c.tell, c.after} }

func (c *fakeClock) tell() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(c.look)
	return c.now
}

func (c *fakeClock) after(d time.Duration, f func()) alarm {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := &fakeAlarm{c, c.now.Add(d), f}
	if c.eager {
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

// pass lets time pass, and calls what is due then, each on a goroutine of its own.
func (c *fakeClock) pass(d time.Duration) {
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
