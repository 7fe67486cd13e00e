package disk

import "sync/atomic"

var (
	waiting atomic.Int32
	ended   atomic.Uint64
)

// Waiting calls f, which may wait without end for somebody else, as one does who writes to a pipe that nobody reads.
// Whoever is to end the program may then do so without it.
func Waiting(f func()) {
	waiting.Add(1)
	defer func() {
		waiting.Add(-1)
		ended.Add(1)
	}()
	f()
}

// Waits reports whether some call of [Waiting] has not returned, and how many have.
func Waits() (now bool, returned uint64) { return waiting.Load() > 0, ended.Load() }
