//go:build !(linux || darwin || freebsd)

package autosave

import "time"

// worked reports that this system does not tell.
func worked() (time.Duration, bool) { return 0, false }
