//go:build validate && linux

package autosave

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
)

// mounted makes a disk of that size in memory, in bytes; only root may.
func mounted(t *testing.T, size int) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skipf("a small disk cannot be mounted here (root may): %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fill leaves that number of bytes free.
func fill(t *testing.T, dir string, free int) {
	t.Helper()
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		t.Fatal(err)
	}
	more := int(s.Bfree)*int(s.Bsize) - free
	if err := os.WriteFile(filepath.Join(dir, "other work"), make([]byte, max(more, 0)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A real disk fills up while a study and its automatic saves are written. A save that fails says so and leaves
// nothing behind, and what was saved before opens; once there is room again everything is saved.
func TestValidateFullDisk(t *testing.T) {
	const n, size = 200, 4 << 20
	dir := mounted(t, size)
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	note := func() string { // that does not compress
		text := make([]byte, 1<<10+random.IntN(400<<10))
		for i := range text {
			text[i] = byte('!' + random.IntN(90))
		}
		return string(text)
	}
	f := file.Hold(filepath.Join(dir, "study.espalier"))
	session, err := Begin(filepath.Join(dir, "state"), nil)
	if err != nil {
		t.Fatal(err)
	}
	saved, kept, fullStudy, fullSession := "", "", 0, 0
	for i := range n {
		if i%2 == 0 {
			fill(t, dir, random.IntN(900<<10))
		}
		c := study.Contents{State: study.State{Note: note()}}
		switch err := f.Save(c, ""); {
		case err == nil:
			saved = c.State.Note
		case !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "no space left") || i%2 == 1:
			t.Fatalf("save %d: %v", i, err)
		default:
			fullStudy++
		}
		switch err := session.SaveStudy(c, f.Path, "test", time.Now()); {
		case err == nil:
			kept = c.State.Note
		case !errors.Is(err, syscall.ENOSPC) || i%2 == 1:
			t.Fatalf("automatic save %d: %v", i, err)
		default:
			fullSession++
		}
		if saved != "" {
			if got, lost, err := f.Read(); err != nil || len(lost) > 0 || got.State.Note != saved {
				t.Fatalf("after save %d the study has a note of %d bytes, not of %d: %v, %v", i, len(got.State.Note), len(saved),
					lost, err)
			}
		}
		if got, lost := session.Contents(); kept != "" && (len(lost) > 0 || got.State.Note != kept) {
			t.Fatalf("after automatic save %d what is kept has a note of %d bytes, not of %d: %v", i, len(got.State.Note),
				len(kept), lost)
		}
		if i%2 == 0 {
			if err := os.Remove(filepath.Join(dir, "other work")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if files, _ := os.ReadDir(dir); len(files) > 3 { // the study, its lock, the folder of sessions
		t.Errorf("left are %v", files)
	}
	if err := errors.Join(session.Discard(), f.Release()); err != nil {
		t.Error(err)
	}
	t.Logf("of %d saves on a full disk %d of the study and %d automatic ones failed", n/2, fullStudy, fullSession)
	if fullStudy < n/10 || fullSession < n/10 || fullStudy == n/2 {
		t.Errorf("of %d saves on a full disk %d of the study and %d automatic ones failed; the test says little", n/2,
			fullStudy, fullSession)
	}
	if folder := os.Getenv("ESPALIER_VALIDATION"); folder != "" && !t.Failed() {
		text := fmt.Sprintf("| saves on a disk that ran full | of the study that failed | automatic ones that failed | last completed save did not open | saves that failed with room again |\n|---|---|---|---|---|\n| %d | %d | %d | 0 | 0 |\n", n/2, fullStudy, fullSession)
		if err := os.WriteFile(filepath.Join(folder, "fulldisk.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
