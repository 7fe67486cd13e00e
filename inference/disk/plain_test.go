//go:build unix

package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q, want %q (%v)", path, got, want, err)
	}
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

// What stands in the place of a lock and is none is left as it is.
func TestLocksLeaveWhatIsNone(t *testing.T) {
	for what, make := range map[string]func(victim, path string) error{
		"a link":          os.Symlink,
		"a second name":   os.Link,
		"another file":    os.Rename,
		"a link to none":  func(_, path string) error { return os.Symlink("none", path) },
		"a pipe":          func(_, path string) error { return syscall.Mkfifo(path, 0o600) },
		"a folder":        func(_, path string) error { return os.Mkdir(path, 0o700) },
		"a link to a dir": func(victim, path string) error { return os.Symlink(filepath.Dir(victim), path) },
	} {
		dir := t.TempDir()
		victim, path := filepath.Join(dir, "victim"), filepath.Join(dir, "lock")
		write(t, victim, "precious")
		if err := make(victim, path); err != nil {
			t.Fatal(err)
		}
		l, err := TryLock(path)
		if !errors.Is(err, ErrNoLock) {
			t.Errorf("%s: %v", what, err)
		}
		if err := l.Release(); err != nil {
			t.Error(err)
		}
		if what == "another file" {
			victim = path
		}
		holds(t, victim, "precious")
		if _, err := os.Stat(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: what the link names was made", what)
		}
	}
	// A hard link to a file with the words of a lock is none of ours either.
	dir := t.TempDir()
	write(t, filepath.Join(dir, "victim"), fmt.Sprintf(holder, 1, "host"))
	if err := os.Link(filepath.Join(dir, "victim"), filepath.Join(dir, "lock")); err != nil {
		t.Fatal(err)
	}
	if _, err := TryLock(filepath.Join(dir, "lock")); !errors.Is(err, ErrNoLock) {
		t.Error(err)
	}
}

// A link is followed, and its target keeps its permissions.
func TestFileFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	write(t, at("sub/real"), "old")
	if err := os.Chmod(at("sub/real"), 0o640); err != nil {
		t.Fatal(err)
	}
	link(t, "sub", at("folder"))
	link(t, "../one", at("sub/two"))
	link(t, "sub/real", at("one"))
	link(t, at("sub/new"), at("dangling"))
	link(t, "circle", at("circle"))
	for path, target := range map[string]string{"one": "sub/real", "sub/two": "sub/real", "folder/two": "sub/real",
		"dangling": "sub/new"} {
		if err := new(Disk).File(at(path), text(path)); err != nil {
			t.Fatal(err)
		}
		holds(t, at(target), path)
		if info, err := os.Lstat(at(path)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", path)
		}
	}
	if info, err := os.Stat(at("one")); err != nil || info.Mode() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := new(Disk).File(at("circle"), text("x")); err == nil {
		t.Error("a link to itself was written")
	}
	var other *NotPlain
	if err := new(Disk).File(at("folder"), text("x")); !errors.As(err, &other) {
		t.Errorf("a folder: %v", err)
	}
}

// A pipe is written to, and stays one; so is a file that the process has open.
func TestFileWritesToWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	link(t, "pipe", filepath.Join(dir, "link"))
	for _, path := range []string{pipe, filepath.Join(dir, "link")} {
		got := make(chan string, 1)
		go func() {
			data, err := os.ReadFile(pipe)
			got <- fmt.Sprint(string(data), err)
		}()
		if err := new(Disk).File(path, text("through")); err != nil {
			t.Fatal(err)
		}
		if s := <-got; s != "through<nil>" {
			t.Error(s)
		}
	}
	if list := names(t, dir); list != "link pipe" {
		t.Error(list)
	}
	f, err := os.Create(filepath.Join(dir, "open"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("before "); err != nil {
		t.Fatal(err)
	}
	if err := new(Disk).File(fmt.Sprintf("/dev/fd/%d", f.Fd()), text("after")); err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(dir, "open"), "before after")
}

// New files have what the umask leaves, or are for their owner; one that is there keeps its permissions.
func TestPermissions(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	dir := t.TempDir()
	mode := func(name string, want fs.FileMode) {
		t.Helper()
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
	for _, c := range []struct {
		name string
		d    *Disk
		want fs.FileMode
	}{{"usual", nil, 0o640}, {"private", &Disk{Private: true}, 0o600}} {
		if err := c.d.File(filepath.Join(dir, c.name), text("x")); err != nil {
			t.Fatal(err)
		}
		mode(c.name, c.want)
		if err := c.d.New(filepath.Join(dir, c.name+" new"), []byte("x")); err != nil {
			t.Fatal(err)
		}
		mode(c.name+" new", c.want)
	}
	for _, kept := range []fs.FileMode{0o666, 0o600, 0o604} {
		if err := os.Chmod(filepath.Join(dir, "usual"), kept); err != nil {
			t.Fatal(err)
		}
		if err := (*Disk)(nil).File(filepath.Join(dir, "usual"), func(w io.Writer) error {
			left, _ := filepath.Glob(filepath.Join(dir, ".usual.*")) // the pattern is well formed
			if len(left) != 1 || TemporaryOf(filepath.Base(left[0])) != "usual" {
				t.Errorf("temporary files %q", left)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		mode("usual", kept)
	}
	l, err := TryLock(filepath.Join(dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	mode("lock", 0o640)
	if err := l.Release(); err != nil {
		t.Error(err)
	}
}

// Only plain files are opened, at once, and read up to a limit.
func TestOpenRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	link(t, "pipe", filepath.Join(dir, "link"))
	var other *NotPlain
	for _, path := range []string{pipe, filepath.Join(dir, "link"), dir} {
		if _, err := Read(path, 10); !errors.As(err, &other) {
			t.Errorf("%s: %v", path, err)
		}
	}
	write(t, filepath.Join(dir, "file"), "0123456789")
	if data, err := Read(filepath.Join(dir, "file"), 10); err != nil || string(data) != "0123456789" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := Read(filepath.Join(dir, "file"), 9); err == nil || !strings.Contains(err.Error(), "more than the 9") {
		t.Error(err)
	}
}

func TestTemporaryOf(t *testing.T) {
	for name, want := range map[string]string{".a.b.123.new": "a.b", ".a.new": "", "a.1.new": "", ".a..new": "",
		".a.x1.new": "", "..1.new": "", ".notes.new": ""} {
		if got := TemporaryOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
