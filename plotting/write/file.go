package write

import (
	"io"

	"example.org/espalier/inference/disk"
)

// File makes path hold what write writes, or leaves it unchanged: the bytes go to a temporary file
// beside it, which is synced and renamed. Every figure and table that the program writes for its
// user goes through it.
func File(path string, write func(io.Writer) error) error {
	return (*disk.Disk)(nil).File(path, write)
}
