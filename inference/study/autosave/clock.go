package autosave

import "time"

// A Clock tells the time, and for how long the processor has worked. Tests drive theirs by hand.
type Clock interface {
	Now() time.Time
	// After sends the time once the given time has passed.
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

// Worked implements Clock. If the system does not tell, it is the elapsed time.
func (Real) Worked() time.Duration {
	if d, ok := worked(); ok {
		return d
	}
	return time.Since(born)
}
