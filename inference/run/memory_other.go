//go:build !linux && !windows

package run

// systemAvailable knows no way to ask this system.
func systemAvailable() (free int64, known bool) { return 0, false }
