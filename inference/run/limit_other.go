//go:build !linux

package run

import (
	"runtime"
	"runtime/debug"
)

// Limit makes the collector try to keep this process from taking more than this many additional
// bytes.
func Limit(bytes int64) error {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if most := int64(m.Sys) + bytes/10*9; most < debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(most)
	}
	return nil
}

// Heed does nothing on this system.
func Heed() {}

// Limited returns false, because this system has no known limits on the memory of a process.
func Limited() bool { return false }
