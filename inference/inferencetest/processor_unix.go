//go:build unix

package inferencetest

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time that this process has used, all threads together:
// on a shared machine it says more than the wall clock. It is 0 where it is not known.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
