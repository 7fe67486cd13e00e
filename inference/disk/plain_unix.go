//go:build unix

package disk

import (
	"io/fs"
	"os"
	"syscall"
)

const (
	// unblocked keeps opening from waiting for the other end of a pipe.
	unblocked = syscall.O_NONBLOCK
	// unfollowed keeps opening from following a symbolic link.
	unfollowed = syscall.O_NOFOLLOW
)

// links returns how many names a file has.
func links(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}

// again returns a file that this process has open once more.
func again(number int, path string) (*os.File, error) {
	n, err := syscall.Dup(number)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(n), path), nil
}

// openDirect opens a file that is not plain, to write. For a pipe it waits until somebody reads.
func openDirect(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|syscall.O_NOCTTY, 0)
}
