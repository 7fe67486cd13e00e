//go:build unix

package nsfa

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that this process has used: on a shared
// machine it says more than the wall clock.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
