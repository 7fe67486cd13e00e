//go:build unix && !aix && !solaris

package disk

import (
	"errors"
	"os"
	"syscall"
)

func lock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errHeld
		default:
			return err
		}
	}
}

// removeLocked removes the file while it is locked, so that nobody else's is removed.
func removeLocked(_ *os.File, path string) error { return removeQuietly(path) }
