package batch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"espalier/plotting"
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
	write := func(w io.Writer) error { _, err := w.Write(data); return err }
	if err := plotting.WriteFile(filepath.Join(f.path, name), write); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	f.written = append(f.written, name)
	return nil
}
