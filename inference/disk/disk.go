// Package disk writes files so that they are whole or not there: under a temporary name, synced,
// renamed. It locks files against a second writer, and clears what a killed process left behind.
package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// An Op is something that is done to a disk.
type Op string

// The operations, in the order in which a file passes through them.
const (
	Create Op = "create"
	Write  Op = "write"
	Sync   Op = "sync"
	Rename Op = "rename"
	Remove Op = "remove"
)

// A Disk is where files are written. The zero value is the file system of the machine; a nil *Disk
// is the same.
type Disk struct {
	// Before, where it is not nil, is asked before each operation on a path; n is the number of
	// bytes of a Write. Its error is that of the operation. Tests fill the disk with it.
	Before func(op Op, path string, n int) error
}

func (d *Disk) ask(op Op, path string, n int) error {
	if d == nil || d.Before == nil {
		return nil
	}
	return d.Before(op, path, n)
}

// temporary ends the names of files that are being written.
const temporary = ".new"

// temporaryOf returns the pattern, as of [filepath.Glob], of the temporary files of a path.
func temporaryOf(path string) string {
	return filepath.Join(escape(filepath.Dir(path)), "."+escape(filepath.Base(path))+".*"+temporary)
}

// escape keeps the characters of a name from meaning more in a pattern.
func escape(name string) string {
	if runtime.GOOS == "windows" {
		return name // where none of them may be escaped, and few occur
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// Clear removes the temporary files that a killed process left of a path. Whoever calls it holds the
// lock of that path.
func (d *Disk) Clear(path string) error {
	names, err := filepath.Glob(temporaryOf(path))
	for _, name := range names {
		err = errors.Join(err, d.Remove(name))
	}
	return err
}

// File makes a file hold what write gives it: with an error the file is as it was. The file has the
// permissions of the one in its place, else those of an ordinary file.
func (d *Disk) File(path string, write func(io.Writer) error) (err error) {
	if err := d.ask(Create, path, 0); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+strings.ReplaceAll(filepath.Base(path), "*", "_")+".*"+temporary)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			f.Close() // a second Close only returns an error
			err = errors.Join(err, removeQuietly(f.Name()))
		}
	}()
	if err := d.fill(f, write); err != nil {
		return err
	}
	// CreateTemp makes files for the owner alone; what is written is an ordinary file.
	mode := fs.FileMode(0o644)
	if old, err := os.Stat(path); err == nil {
		mode = old.Mode().Perm()
	}
	if err := f.Chmod(mode); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	for _, last := range []func() error{
		func() error { return d.ask(Sync, path, 0) }, f.Sync, f.Close,
		func() error { return d.ask(Rename, path, 0) }, func() error { return os.Rename(f.Name(), path) },
	} {
		if err := last(); err != nil {
			return fmt.Errorf("cannot write %s: %w", path, err)
		}
	}
	return SyncFolder(filepath.Dir(path))
}

// fill writes through a buffer. An error of write itself is returned as it is.
func (d *Disk) fill(f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(asking{d, f}, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("cannot write %s: %w", f.Name(), err)
	}
	return nil
}

// asking asks before each write.
type asking struct {
	d *Disk
	f *os.File
}

func (a asking) Write(p []byte) (int, error) {
	if err := a.d.ask(Write, a.f.Name(), len(p)); err != nil {
		return 0, err
	}
	return a.f.Write(p)
}

// New makes a file that is not there yet, of data that is not written again, and syncs it. With an
// error there is no such file.
func (d *Disk) New(path string, data []byte) (err error) {
	if err := d.ask(Create, path, 0); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	_, err = asking{d, f}.Write(data)
	if err == nil {
		err = d.ask(Sync, path, 0)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(fmt.Errorf("cannot write %s: %w", path, err), removeQuietly(path))
	}
	return SyncFolder(filepath.Dir(path))
}

// Remove removes a file; one that is not there is no error.
func (d *Disk) Remove(path string) error {
	if err := d.ask(Remove, path, 0); err != nil {
		return fmt.Errorf("cannot remove %s: %w", path, err)
	}
	return removeQuietly(path)
}

func removeQuietly(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// SyncFolder has the names in a folder survive a loss of power, where the system can.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // whose folders cannot be synced
	}
	f, err := os.Open(path)
	if err != nil {
		return nil // it may be writable and not readable; the file is whole all the same
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}
