//go:build !linux && !windows

package run

// systemAvailable reports that it cannot tell on this system.
func systemAvailable() (free int64, known bool) { return 0, false }
