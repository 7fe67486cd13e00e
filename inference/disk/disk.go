// Package disk writes files so that they are whole or not there: under a temporary name, synced, renamed. It locks
// files against a second writer, and removes temporary files of killed processes.
package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
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
	// Private has new files be for the owner alone, whatever the umask leaves.
	Private bool
}

func (d *Disk) ask(op Op, path string, n int) error {
	if d == nil || d.Before == nil {
		return nil
	}
	return d.Before(op, path, n)
}

// temporary ends the names of files that are being written.
const temporary = ".new"

// TemporaryOf returns the name of the file that a temporary one of this name is to become, "" for a name of
// another kind.
func TemporaryOf(name string) string {
	rest, ends := strings.CutSuffix(name, temporary)
	at := strings.LastIndexByte(rest, '.')
	if !ends || at < 2 || rest[0] != '.' || at+1 == len(rest) || strings.Trim(rest[at+1:], "0123456789") != "" {
		return ""
	}
	return rest[1:at]
}

// Clear removes the temporary files that a killed process left of a path. Whoever calls it holds the
// lock of that path.
func (d *Disk) Clear(path string) error {
	all, err := os.ReadDir(filepath.Dir(path))
	for _, e := range all {
		if TemporaryOf(e.Name()) == filepath.Base(path) {
			err = errors.Join(err, d.Remove(filepath.Join(filepath.Dir(path), e.Name())))
		}
	}
	return err
}

// File replaces the content of a file by the output of write; with an error the file is as it was. A link is followed,
// and its target is written. The file keeps its permissions; a new one has those of the umask, or those of
// [Disk.Private]. A file that is not plain, such as a pipe, is written directly.
func (d *Disk) File(path string, write func(io.Writer) error) (err error) {
	if err := d.ask(Create, path, 0); err != nil {
		return cannot(path, err)
	}
	to, old, err := destination(path)
	if err != nil {
		return cannot(path, err)
	}
	if open, ok := opened(to); ok || old != nil && !old.Mode().IsRegular() {
		if !ok {
			open = func() (*os.File, error) { return openDirect(to) }
		}
		return d.direct(path, open, write)
	}
	f, err := d.beside(to, old)
	if err != nil {
		return cannot(path, err)
	}
	defer func() {
		if err != nil {
			f.Close() // a second Close only returns an error
			err = errors.Join(err, removeQuietly(f.Name()))
		}
	}()
	if err := d.fill(asking{d, f}, path, write); err != nil {
		return err
	}
	for _, last := range []func() error{
		func() error { return d.ask(Sync, path, 0) }, f.Sync, f.Close,
		func() error { return d.ask(Rename, path, 0) }, func() error { return os.Rename(f.Name(), to) },
	} {
		if err := last(); err != nil {
			return cannot(path, err)
		}
	}
	return SyncFolder(filepath.Dir(to))
}

func cannot(path string, err error) error { return fmt.Errorf("cannot write %s: %w", path, err) }

// mode returns the permissions that a new file asks for; the umask takes some of them.
func (d *Disk) mode() fs.FileMode {
	if d != nil && d.Private {
		return 0o600
	}
	return 0o666
}

// beside makes the temporary file that takes the place of to, which was old; nil for nothing.
func (d *Disk) beside(to string, old fs.FileInfo) (*os.File, error) {
	mode := d.mode()
	if old != nil {
		f, err := os.OpenFile(to, os.O_WRONLY|unblocked, 0) // one that may not be written is not replaced either
		if err != nil {
			return nil, err
		}
		f.Close()    // nothing was written
		mode = 0o600 // until it has those of the old one
	}
	for {
		name := filepath.Join(filepath.Dir(to), "."+filepath.Base(to)+"."+strconv.FormatUint(rand.Uint64(), 10)+temporary)
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil || old == nil {
			return f, err
		}
		if err := f.Chmod(old.Mode().Perm()); err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return nil, errors.Join(err, f.Close(), removeQuietly(name))
		}
		return f, nil
	}
}

// fill writes through a buffer. An error of write itself is returned as it is.
func (d *Disk) fill(to io.Writer, path string, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(to, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return cannot(path, err)
	}
	return nil
}

// direct writes to something that cannot be replaced.
func (d *Disk) direct(path string, open func() (*os.File, error), write func(io.Writer) error) (err error) {
	var f *os.File
	Waiting(func() { f, err = open() })
	if err != nil {
		return cannot(path, err)
	}
	err = d.fill(patient{asking{d, f}}, path, write)
	if closed := f.Close(); err == nil && closed != nil {
		err = cannot(path, closed)
	}
	return err
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

// patient writes to something that may take no more until somebody reads.
type patient struct{ to io.Writer }

func (p patient) Write(b []byte) (n int, err error) {
	Waiting(func() { n, err = p.to.Write(b) })
	return n, err
}

// New makes a file that is not there yet, of data that is not written again, and syncs it. With an
// error there is no such file.
func (d *Disk) New(path string, data []byte) (err error) {
	if err := d.ask(Create, path, 0); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, d.mode())
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
