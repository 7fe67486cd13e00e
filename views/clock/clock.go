package clock

import "time"

// A Clock tells the time and calls back later. The zero value is that of the machine; a test drives
// one of its own.
type Clock struct {
	Tell  func() time.Time
	Later func(d time.Duration, f func()) Alarm
}

// An Alarm is a call that a clock is to make. Stop takes it back.
type Alarm interface{ Stop() bool }

// Now returns the time.
func (c Clock) Now() time.Time {
	if c.Tell == nil {
		return time.Now()
	}
	return c.Tell()
}

// AfterFunc has f called on a goroutine of its own after d.
func (c Clock) AfterFunc(d time.Duration, f func()) Alarm {
	if c.Later == nil {
		return time.AfterFunc(d, f)
	}
	return c.Later(d, f)
}
