package run

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"

	"example.org/espalier/inference"
)

// Fits returns an error, with a remedy, if a run needs more memory than is free on this machine. If
// the free memory is unknown, it returns nil.
func Fits(e inference.Estimate) error {
	free, known := available()
	if !known {
		return nil
	}
	return fits(e.Bytes, free)
}

// fits compares the memory needed with the memory free, both in bytes.
func fits(need, free int64) error {
	if need <= free {
		return nil
	}
	return fmt.Errorf("run: this fit needs about %s of memory, but only %s is free (within the limits of the process "+
		"and its group): keep fewer rows or columns (the most variable ones, in the preprocessing), close other "+
		"programs, or use a machine with more memory", BytesInWords(need), BytesInWords(free))
}

// available returns how many bytes of memory the program may still take: the smaller of the system's free memory and
// the rest of the limit set for Go, if there is one.
func available() (free int64, known bool) {
	free, known = systemAvailable()
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if left := max(0, limit-int64(m.Sys-m.HeapIdle)); !known || left < free {
			free, known = left, true
		}
	}
	return free, known
}

// BytesInWords formats a number of bytes as "620 MB".
func BytesInWords(b int64) string {
	switch {
	case b >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(b)/1e9)
	case b >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(b)/1e6)
	}
	return fmt.Sprintf("%.0f kB", math.Ceil(float64(b)/1e3))
}
