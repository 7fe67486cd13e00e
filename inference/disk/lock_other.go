//go:build !windows && (!unix || aix || solaris)

package disk

import "os"

// lock does nothing where the system has no such locks.
func lock(*os.File) error { return nil }

func removeLocked(_ *os.File, path string) error { return removeQuietly(path) }
