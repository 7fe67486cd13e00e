//go:build !linux

package run

import (
	"runtime"
	"runtime/debug"
)

// Limit has the collector keep this process below this many bytes more than it has, as far as it can.
func Limit(bytes int64) error {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if most := int64(m.Sys) + bytes/10*9; most < debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(most)
	}
	return nil
}

// Heed does nothing here.
func Heed() {}

// Limited is false: this system has no limits of memory on a process that are known.
func Limited() bool { return false }
