package inferencetest

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time that this process has used, summed over its threads; on
// a shared machine it is more reliable than the wall clock. It is 0 if unknown.
func ProcessorTime() time.Duration {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var created, ended, kernel, user syscall.Filetime
	if syscall.GetProcessTimes(self, &created, &ended, &kernel, &user) != nil {
		return 0
	}
	return timeOf(kernel) + timeOf(user)
}

// timeOf returns a time that is counted in 100 ns.
func timeOf(f syscall.Filetime) time.Duration {
	return time.Duration(int64(f.HighDateTime)<<32|int64(f.LowDateTime)) * 100
}
