package write

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// File makes path hold what write writes, or leaves it as it was: the bytes go
// to a temporary file beside it, which is synced and renamed. Every file that the
// program writes for its user goes through it.
func File(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("plotting: cannot write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			f.Close() // a second Close only returns an error
			err = errors.Join(err, removeQuietly(f.Name()))
		}
	}()
	b := bufio.NewWriterSize(f, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("plotting: cannot write %s: %w", path, err)
	}
	// CreateTemp makes files for the owner alone; a figure is an ordinary file.
	mode := os.FileMode(0o644)
	if old, err := os.Stat(path); err == nil {
		mode = old.Mode().Perm()
	}
	if err := f.Chmod(mode); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return fmt.Errorf("plotting: cannot write %s: %w", path, err)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("plotting: cannot write %s: %w", path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("plotting: cannot write %s: %w", path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("plotting: cannot write %s: %w", path, err)
	}
	return nil
}

func removeQuietly(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
