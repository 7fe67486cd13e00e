package disk

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TryLock waits for the lock of a process that was killed, but not for that of a living one.
func TestLockOfADyingProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command("sleep", "1000")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = child.Wait() })

	first, err := TryLock(path)
	if err != nil {
		t.Fatal(err)
	}
	// This process has the lock, but the file names the child.
	if err := os.WriteFile(path, fmt.Appendf(nil, holder, child.Process.Pid, host), 0o644); err != nil {
		t.Fatal(err)
	}
	paused := 0
	pause = func(time.Duration) {
		if now, _ := Waits(); !now {
			t.Error("the wait is not known as one, so that SIGTERM would not end it")
		}
		if paused++; paused == 3 {
			if err := first.Release(); err != nil {
				t.Error(err)
			}
		}
	}
	t.Cleanup(func() { pause = time.Sleep })
	var held *Locked
	if _, err := TryLock(path); !errors.As(err, &held) || paused != 0 {
		t.Errorf("%v after %d pauses, while the process lives", err, paused)
	}
	if err := child.Process.Kill(); err != nil { // and nobody waits for it, so it stays a zombie
		t.Fatal(err)
	}
	second, err := TryLock(path)
	if err != nil || paused != 3 {
		t.Fatalf("%v after %d pauses, while the process dies", err, paused)
	}
	defer second.Release()

	if err := os.WriteFile(path, fmt.Appendf(nil, holder, child.Process.Pid, host), 0o644); err != nil {
		t.Fatal(err)
	}
	paused = 3
	if _, err := TryLock(path); !errors.As(err, &held) || paused != 3+dyingTries {
		t.Errorf("%v after %d pauses, while the process does not end", err, paused-3)
	}
	if err := os.WriteFile(path, fmt.Appendf(nil, holder, child.Process.Pid, host+"-other"), 0o644); err != nil {
		t.Fatal(err)
	}
	paused = 3
	if _, err := TryLock(path); !errors.As(err, &held) || paused != 3 {
		t.Errorf("%v after %d pauses, of a process elsewhere", err, paused-3)
	}
}
