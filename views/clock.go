package views

import "time"

// A clock tells the time and calls back later. The zero value is that of the machine; a test drives
// one of its own.
type clock struct {
	now   func() time.Time
	after func(d time.Duration, f func()) alarm
}

// An alarm is a call that a clock is to make. Stop takes it back.
type alarm interface{ Stop() bool }

func (c clock) Now() time.Time {
	if c.now == nil {
		return time.Now()
	}
	return c.now()
}

func (c clock) AfterFunc(d time.Duration, f func()) alarm {
	if c.after == nil {
		return time.AfterFunc(d, f)
	}
	return c.after(d, f)
}
