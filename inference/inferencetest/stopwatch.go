package inferencetest

import (
	"math"
	"time"
)

// stopwatch measures the time that a piece of work takes by itself.
type stopwatch struct {
	wall time.Time
	used time.Duration
}

func startWatch() stopwatch { return stopwatch{time.Now(), ProcessorTime()} }

// took returns the lesser of the time that has passed and of the processor time that this process
// has used meanwhile, where that is known: other programs move only the first, other threads of
// this one only the second.
func (w stopwatch) took() time.Duration {
	used := ProcessorTime() - w.used
	if w.used == 0 {
		used = math.MaxInt64
	}
	return min(time.Since(w.wall), used)
}
