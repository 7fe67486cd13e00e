//go:build unix

package inferencetest

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time that this process has used, summed over its threads; on
// a shared machine it is more reliable than the wall clock. It is 0 if unknown.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
