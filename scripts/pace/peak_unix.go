//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakOf returns the most memory that a process had, in bytes.
func peakOf(s *os.ProcessState) int64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
