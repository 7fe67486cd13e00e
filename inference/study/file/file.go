package file

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"time"

	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/study"
)

func crcOf(data []byte) uint32 { return crc32.ChecksumIEEE(data) }

// A File is a study on the disk, held by this process.
type File struct {
	Path string
	// ReadOnly says why nothing may be written; nil if writing is allowed.
	ReadOnly error
	// Disk is where the study is written; nil for the machine's own.
	Disk *disk.Disk
	lock *disk.Lock
}

// lockName returns the name of the lock of a study.
func lockName(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
}

// Hold locks a study that exists or will exist, so that no other process writes it. If another process holds it, or the
// folder cannot be written, it is read-only. Hold removes temporary files of a killed process. Release unlocks the
// study.
func Hold(path string) *File {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to // a link stays a link, and two names of a file share one lock
	}
	f := &File{Path: path}
	lock, err := disk.TryLock(lockName(path))
	var held *disk.Locked
	switch {
	case errors.As(err, &held):
		f.ReadOnly = fmt.Errorf("%s is open elsewhere (%w), so it is read-only here: save it under another name",
			filepath.Base(path), err)
	case err != nil:
		f.ReadOnly = fmt.Errorf("%s cannot be written, so it is read-only: %w", filepath.Base(path), err)
	default:
		f.lock = lock
		// Leftovers that cannot be removed do no harm.
		_ = f.Disk.Clear(path)
	}
	return f
}

// Protect makes the study read-only because part of it is damaged: the file has the only copy of that
// part, which may still be repaired.
func (f *File) Protect() {
	if f != nil && f.ReadOnly == nil {
		f.ReadOnly = fmt.Errorf("part of %s is damaged, so it is left as it is: save under another name",
			filepath.Base(f.Path))
	}
}

// Release lets other processes write the study.
func (f *File) Release() error {
	if f == nil {
		return nil
	}
	return f.lock.Release()
}

// Save replaces the content of the file by c. If there is an error, the file is unchanged.
func (f *File) Save(c study.Contents, program string) error {
	if f.ReadOnly != nil {
		return f.ReadOnly
	}
	parts, err := Of(c)
	if err != nil {
		return err
	}
	return f.Disk.File(f.Path, func(w io.Writer) error { return Write(w, parts, program) })
}

// Mark identifies the present content of the file by its size and time; "" if there is no file.
func (f *File) Mark() string {
	info, err := os.Stat(f.Path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d bytes, %s", info.Size(), info.ModTime().UTC().Format(time.RFC3339Nano))
}

// Read reads the study. Damaged parts are left out and reported; the error says why nothing could
// be read.
func (f *File) Read() (study.Contents, []study.Loss, error) { return Read(f.Path) }

// Read reads a study without holding it; see [File.Read].
func Read(path string) (study.Contents, []study.Loss, error) {
	r, lost, err := Begin(path, nil)
	if err != nil {
		return study.Contents{}, lost, err
	}
	return r.Contents, append(lost, r.End()...), nil
}

// Contents builds contents from named parts. Damaged, missing or inconsistent parts are left out and reported.
func Contents(parts map[string][]byte) (study.Contents, []study.Loss) {
	r, lost := begin(inMemory(parts), nil, nil)
	return r.Contents, lost
}
