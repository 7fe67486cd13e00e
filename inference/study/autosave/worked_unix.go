//go:build linux || darwin || freebsd

package autosave

import (
	"time"

	"golang.org/x/sys/unix"
)

// worked returns how long the processor has worked for the calling thread, and whether the system
// tells it.
func worked() (time.Duration, bool) {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0, false
	}
	return time.Duration(t.Nano()), true
}
