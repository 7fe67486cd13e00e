package autosave

import "time"

// A Clock tells the time, and the time that the processor has worked. That of tests is driven by hand.
type Clock interface {
	Now() time.Time
	// After sends the time when so much has passed.
	After(d time.Duration) <-chan time.Time
	// Worked returns how long the processor has worked for the calling thread. Only differences on
	// one thread mean anything.
	Worked() time.Duration
}

// Real is the clock of the machine.
type Real struct{}

// Now implements Clock.
func (Real) Now() time.Time { return time.Now() }

// After implements Clock.
func (Real) After(d time.Duration) <-chan time.Time { return time.After(d) }

// born is when the process began.
var born = time.Now()

// Worked implements Clock. Where the system does not tell it, it is the time that has passed.
func (Real) Worked() time.Duration {
	if d, ok := worked(); ok {
		return d
	}
	return time.Since(born)
}
