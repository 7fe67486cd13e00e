package disk

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func names(t *testing.T, dir string) string {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range all {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

// A disk that is full at any moment leaves the file as it was and nothing beside it.
func TestAFailureLeavesTheFileAsItWas(t *testing.T) {
	full := errors.New("no space left")
	for _, at := range []Op{Create, Write, Sync, Rename} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a[1].espalier")
		if err := (*Disk)(nil).File(path, text("old")); err != nil {
			t.Fatal(err)
		}
		d := &Disk{Before: func(op Op, _ string, _ int) error {
			if op == at {
				return full
			}
			return nil
		}}
		if err := d.File(path, text("new")); !errors.Is(err, full) {
			t.Errorf("%s: %v", at, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != "old" || names(t, dir) != "a[1].espalier" {
			t.Errorf("%s: %q, %v, %s", at, got, err, names(t, dir))
		}
		if at == Rename {
			continue
		}
		part := filepath.Join(dir, "part")
		if err := d.New(part, []byte("x")); !errors.Is(err, full) || names(t, dir) != "a[1].espalier" {
			t.Errorf("%s: %v, %s", at, err, names(t, dir))
		}
	}
	broken := errors.New("broken")
	dir := t.TempDir()
	if err := new(Disk).File(filepath.Join(dir, "a"), func(io.Writer) error { return broken }); !errors.Is(err, broken) ||
		names(t, dir) != "" {
		t.Errorf("%v, %s", err, names(t, dir))
	}
}

func TestClearRemovesWhatAKilledProcessLeft(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a[1].espalier")
	for _, name := range []string{".a[1].espalier.123.new", ".a1.espalier.123.new", "a[1].espalier",
		".a[1].espalier.lock"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := new(Disk).Clear(path); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); got != ".a1.espalier.123.new .a[1].espalier.lock a[1].espalier" {
		t.Errorf("left are %s", got)
	}
}

func TestNewDoesNotReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part")
	if err := new(Disk).New(path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := new(Disk).New(path, []byte("second")); err == nil {
		t.Error("a part was replaced")
	}
	if got, _ := os.ReadFile(path); string(got) != "first" {
		t.Errorf("%q", got)
	}
}

func TestLocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	if err := os.WriteFile(path, []byte("process 1 on a dead machine, long text that goes"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := TryLock(path) // left behind by a dead process
	if err != nil {
		t.Fatal(err)
	}
	var held *Locked
	if _, err := TryLock(path); !errors.As(err, &held) || !strings.HasPrefix(held.By, "process ") ||
		strings.Contains(held.By, "dead") {
		t.Errorf("a second lock: %v", err)
	}
	if err := l.Release(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the lock is left behind: %v", err)
	}
	if l, err = TryLock(path); err != nil {
		t.Fatal(err)
	}
	if err := l.Release(); err != nil {
		t.Error(err)
	}
	if err := (*Lock)(nil).Release(); err != nil {
		t.Error(err)
	}
	if _, err := TryLock(filepath.Join(path, "no", "folder")); err == nil || errors.As(err, &held) {
		t.Errorf("a lock without a folder: %v", err)
	}
}
