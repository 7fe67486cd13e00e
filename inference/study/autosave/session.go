package autosave

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
)

// A Session is a folder in which one process, and no other, saves its work.
type Session struct {
	*Store
	lock *disk.Lock
}

const (
	prefix   = "work-"
	lockName = "lock"
)

// Folder returns where sessions are kept: in the user's state folder, which is $XDG_STATE_HOME or
// the system's equivalent.
func Folder() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "espalier", "autosave"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "Espalier", "autosave"), err
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state", "espalier", "autosave"), err
}

// Begin makes a new session in a folder of sessions.
func Begin(root string, d *disk.Disk) (*Session, error) {
	if err := os.MkdirAll(root, 0o700); err != nil {
		return nil, fmt.Errorf("nothing can be saved automatically: %w", err)
	}
	for {
		dir, err := os.MkdirTemp(root, prefix+"*")
		if err != nil {
			return nil, fmt.Errorf("nothing can be saved automatically: %w", err)
		}
		s, err := hold(dir, d)
		var held *disk.Locked
		if errors.As(err, &held) || errors.Is(err, fs.ErrNotExist) {
			continue // another process, starting now, took it for an orphan
		}
		if err != nil {
			return nil, fmt.Errorf("nothing can be saved automatically: %w", err)
		}
		return s, nil
	}
}

// hold locks a folder.
func hold(dir string, d *disk.Disk) (*Session, error) {
	lock, err := disk.TryLock(filepath.Join(dir, lockName))
	if err != nil {
		return nil, err
	}
	store, err := openStore(dir, d)
	if err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return &Session{store, lock}, nil
}

// Orphans returns the sessions of dead processes, the latest first. The caller then holds them, and must use, discard
// or release each. Those in which nothing was saved are removed, as are unfinished files of killed processes. Folders
// that cannot be read are left alone and reported.
func Orphans(root string, d *disk.Disk) (all []*Session, lost []study.Loss) {
	folders, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		lost = append(lost, study.Loss{What: root, Why: err.Error()})
	}
	for _, f := range folders {
		dir := filepath.Join(root, f.Name())
		if !f.IsDir() || !strings.HasPrefix(f.Name(), prefix) {
			continue
		}
		s, err := hold(dir, d)
		var held *disk.Locked
		switch {
		case errors.As(err, &held):
			continue
		case err != nil:
			lost = append(lost, study.Loss{What: dir, Why: err.Error()})
			continue
		}
		if _, _, ok := s.Saved(); !ok {
			_ = s.Discard() // it is empty
			continue
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *Session) int {
		_, x, _ := a.Saved()
		_, y, _ := b.Saved()
		return y.Compare(x)
	})
	return all, lost
}

// Contents returns the latest save. Damaged parts are left out and reported.
func (s *Session) Contents() (study.Contents, []study.Loss) {
	parts, lost := s.Load()
	c, more := file.Contents(parts)
	return c, append(lost, more...)
}

// SaveStudy saves a whole study; see [Keeper] for saving only what changed.
func (s *Session) SaveStudy(c study.Contents, of, program string, at time.Time) error {
	return s.Save(func(yield func(Part, error) bool) {
		parts, err := file.Of(c)
		if err != nil {
			yield(Part{}, err)
			return
		}
		for _, p := range parts {
			if !yield(Part{Name: p.Name, Data: p.Data}, nil) {
				return
			}
		}
	}, of, program, at)
}

// Release lets another process take the session, with the work saved in it.
func (s *Session) Release() error {
	if s == nil {
		return nil
	}
	return s.lock.Release()
}

// Discard removes the session and the work saved in it. A nil Session does nothing.
func (s *Session) Discard() error {
	if s == nil {
		return nil
	}
	var err error
	all, bad := os.ReadDir(s.dir)
	if bad != nil {
		err = bad
	}
	// The manifest is removed first: without it the rest means nothing.
	err = errors.Join(err, s.disk.Remove(s.path()))
	for _, f := range all {
		if f.Name() != lockName && !strings.HasPrefix(f.Name(), manifestName) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.dir, f.Name())))
		}
	}
	err = errors.Join(err, s.lock.Release())
	if bad := os.Remove(s.dir); bad != nil && !errors.Is(bad, fs.ErrNotExist) {
		err = errors.Join(err, bad)
	}
	return err
}
