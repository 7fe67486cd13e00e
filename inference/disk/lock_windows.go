package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// where is a byte far behind the text, which others can then read.
const where = 1 << 20

func lock(f *os.File) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0,
		1, 0, &windows.Overlapped{Offset: where})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errHeld
	}
	return err
}

// removeLocked removes the file once it is closed: Windows removes no open file. Where somebody else
// has opened it meanwhile it stays.
func removeLocked(f *os.File, path string) error {
	if err := f.Close(); err != nil {
		return err
	}
	_ = os.Remove(path)
	return nil
}
