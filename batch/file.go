package batch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"espalier/plotting"
	"espalier/plotting/write"
)

// A folder is where a command writes its files; "" writes nothing.
type folder struct {
	path    string
	written []string // names within it
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
	if err := os.MkdirAll(filepath.Join(f.path, filepath.Dir(name)), 0o755); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	put := func(w io.Writer) error { _, err := w.Write(data); return err }
	if err := write.File(filepath.Join(f.path, name), put); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	f.written = append(f.written, name)
	return nil
}

// writeSheet writes a table as CSV.
func (f *folder) writeSheet(name string, sheet plotting.Sheet) error {
	var b bytes.Buffer
	if err := write.CSV(&b, sheet); err != nil {
		return err
	}
	return f.write(name, b.Bytes())
}

// draw draws a figure in each of some formats.
func (f *folder) draw(name string, formats []string, figure plotting.Figure, size plotting.Size, m plotting.Metadata) error {
	for _, format := range formats {
		file := name + "." + format
		if err := write.Figure(filepath.Join(f.path, file), figure, size, m); err != nil {
			return fmt.Errorf("drawing %s: %w", file, err)
		}
		f.written = append(f.written, file)
	}
	return nil
}

// pageSize is that of a figure two columns of a journal wide.
var pageSize = plotting.Size{WidthMM: 180, HeightMM: 140, DPI: 300}
