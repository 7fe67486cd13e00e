package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

// A Lock excludes other processes, and the rest of this one, from a file. The system releases it when the process ends,
// however that happens.
type Lock struct {
	f    *os.File
	path string
}

// Locked is the error of [TryLock] where somebody else has the lock.
type Locked struct {
	Path string // of the lock
	By   string // who has it, in words; "" where that is not known
}

func (e *Locked) Error() string {
	if e.By == "" {
		return "it is in use by another process"
	}
	return "it is in use by " + e.By
}

// ErrNoLock is the error of [TryLock] where something else stands in the place of the lock. It is left as it is.
var ErrNoLock = errors.New("what stands in the place of the lock was not made by this program; move it elsewhere")

// errHeld is the error of lock where another process has the lock.
var errHeld = errors.New("held")

// A killed process releases its locks once the system has finished its writes. TryLock tries this many times,
// with this pause between, before it takes the process to be alive.
const (
	dyingTries = 1000
	dyingPause = 10 * time.Millisecond
)

// pause waits between two tries; a test replaces it.
var pause = time.Sleep

// TryLock takes a lock, which is a file of its own, or says at once who has it. A file that a dead
// process left behind is taken over; for one that is being killed it waits, ten seconds at most, which [Waits] reports.
func TryLock(path string) (*Lock, error) {
	l, dies, err := try(path)
	if dies {
		Waiting(func() {
			for tries := 0; dies && tries < dyingTries; tries++ {
				pause(dyingPause)
				l, dies, err = try(path)
			}
		})
	}
	return l, err
}

// try is one try of TryLock, and reports whether the process that has the lock is being killed.
func try(path string) (l *Lock, dies bool, err error) {
	host, _ := os.Hostname()
	for {
		f, err := openLock(path)
		if err != nil {
			return nil, false, err
		}
		if err := lock(f); err != nil {
			by := make([]byte, 200)
			n, _ := f.ReadAt(by, 0) // who it is, as far as can be told
			f.Close()
			if !errors.Is(err, errHeld) {
				return nil, false, err
			}
			held := &Locked{path, strings.TrimSpace(string(by[:n]))}
			pid, ok := held.process(host)
			return nil, ok && dying(pid), held
		}
		l := &Lock{f, path}
		if err := ours(f, path); err != nil {
			f.Close()
			return nil, false, err
		}
		if !l.there() { // whoever had it has removed it meanwhile
			f.Close()
			continue
		}
		if err := f.Truncate(0); err == nil {
			_, _ = fmt.Fprintf(f, holder, os.Getpid(), host)
		}
		return l, false, nil
	}
}

// openLock opens the file of a lock, and makes it where there is none. It changes nothing that is there already, and
// follows no link: somebody else may have put it there.
func openLock(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %w", ErrNoLock, &NotPlain{path, info.Mode().Type()})
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_CREATE|os.O_RDWR|unblocked|unfollowed, 0o666)
}

// longestHolder is more than any lock says, in bytes.
const longestHolder = 1000

// ours returns an error unless a file that is locked is a lock: plain, of one name, and empty or with the words of one.
func ours(f *os.File, path string) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %w", ErrNoLock, &NotPlain{path, info.Mode().Type()})
	}
	begin, _, _ := strings.Cut(holder, "%")
	text := make([]byte, len(begin))
	n, err := f.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if links(info) > 1 || info.Size() > longestHolder || !strings.HasPrefix(begin, string(text[:n])) {
		return fmt.Errorf("%w: %s has other words than a lock, or several names", ErrNoLock, path)
	}
	return nil
}

// holder describes the process that has a lock.
const holder = "process %d on %s\n"

// process returns the number of the process that has the lock, if that is on this host.
func (e *Locked) process(host string) (pid int, ok bool) {
	var of string
	n, _ := fmt.Sscanf(e.By+"\n", holder, &pid, &of)
	return pid, n == 2 && of == host
}

// there reports whether the file that is locked is the one under its name.
func (l *Lock) there() bool {
	mine, err := l.f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Lstat(l.path)
	return err == nil && os.SameFile(mine, now)
}

// Release gives the lock back and removes its file. A nil Lock does nothing.
func (l *Lock) Release() error {
	if l == nil {
		return nil
	}
	err := removeLocked(l.f, l.path)
	if closed := l.f.Close(); closed != nil && !errors.Is(closed, os.ErrClosed) {
		err = errors.Join(err, closed)
	}
	return err
}
