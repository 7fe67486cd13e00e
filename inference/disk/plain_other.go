//go:build !unix

package disk

import (
	"io/fs"
	"os"
)

// These systems have no such flag; the file was checked before.
const (
	unblocked  = 0
	unfollowed = 0
)

func links(fs.FileInfo) uint64 { return 1 }

func again(_ int, path string) (*os.File, error) { return openDirect(path) }

func openDirect(path string) (*os.File, error) { return os.OpenFile(path, os.O_WRONLY, 0) }
