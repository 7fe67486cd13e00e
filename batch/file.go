package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A folder is where a command writes its files; "" writes nothing.
type folder struct {
	path    string
	written []string // base names
}

// make creates the folder, so that a path that cannot be written fails before the work.
func (f *folder) make() error {
	if f.path == "" {
		return nil
	}
	if err := os.MkdirAll(f.path, 0o755); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	probe, err := os.CreateTemp(f.path, ".espalier-*")
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// write makes a file hold data, or leaves it as it was.
func (f *folder) write(name string, data []byte) error {
	if f.path == "" {
		return nil
	}
	if err := writeFile(filepath.Join(f.path, name), data); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	f.written = append(f.written, name)
	return nil
}

// writeFile writes a temporary file beside path, syncs it and renames it.
func writeFile(path string, data []byte) (err error) {
	t, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			t.Close() // a second Close only returns an error
			err = errors.Join(err, os.Remove(t.Name()))
		}
	}()
	if _, err := t.Write(data); err != nil {
		return err
	}
	mode := fs.FileMode(0o644) // CreateTemp makes files for the owner alone
	if old, err := os.Stat(path); err == nil {
		mode = old.Mode().Perm()
	}
	if err := t.Chmod(mode); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if err := t.Sync(); err != nil {
		return err
	}
	if err := t.Close(); err != nil {
		return err
	}
	return os.Rename(t.Name(), path)
}
