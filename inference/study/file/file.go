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
	// ReadOnly says why nothing may be written; nil where it may.
	ReadOnly error
	// Disk is where it is written; nil for the machine's.
	Disk *disk.Disk
	lock *disk.Lock
}

// lockName returns the name of the lock of a study.
func lockName(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
}

// Hold takes hold of a study that is there or is to be, so that no other process writes it. Where
// another has it, or the folder cannot be written, it is read only. It clears what a killed process
// left. Release gives it back.
func Hold(path string) *File {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to // a link stays one, and two names of a file have one lock
	}
	f := &File{Path: path}
	lock, err := disk.TryLock(lockName(path))
	var held *disk.Locked
	switch {
	case errors.As(err, &held):
		f.ReadOnly = fmt.Errorf("%s is open elsewhere (%w), so it is read-only here: save it under another name", filepath.Base(path), err)
	case err != nil:
		f.ReadOnly = fmt.Errorf("%s cannot be written, so it is read-only: %w", filepath.Base(path), err)
	default:
		f.lock = lock
		// What cannot be removed does no harm.
		_ = f.Disk.Clear(path)
	}
	return f
}

// Protect makes the study read only because part of it is damaged: the file has the only copy of that
// part, which somebody may still repair.
func (f *File) Protect() {
	if f != nil && f.ReadOnly == nil {
		f.ReadOnly = fmt.Errorf("part of %s is damaged, so it is left as it is: save under another name", filepath.Base(f.Path))
	}
}

// Release lets others write the study.
func (f *File) Release() error {
	if f == nil {
		return nil
	}
	return f.lock.Release()
}

// Save writes contents in place of what is there. With an error what was there is as it was.
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

// Mark tells this content of the file from others, by its size and time; "" where there is no file.
func (f *File) Mark() string {
	info, err := os.Stat(f.Path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d bytes, %s", info.Size(), info.ModTime().UTC().Format(time.RFC3339Nano))
}

// Read reads the study. What is damaged is left out and told; the error says that nothing could be
// read, and why.
func (f *File) Read() (study.Contents, []study.Loss, error) { return Read(f.Path) }

// Read reads a study without holding it; see [File.Read].
func Read(path string) (study.Contents, []study.Loss, error) {
	r, lost, err := Begin(path, nil)
	if err != nil {
		return study.Contents{}, lost, err
	}
	return r.Contents, append(lost, r.End()...), nil
}

// Contents makes contents of parts by name. What is damaged, missing or does not fit together is
// left out and told.
func Contents(parts map[string][]byte) (study.Contents, []study.Loss) {
	r, lost := begin(inMemory(parts), nil, nil)
	return r.Contents, lost
}
