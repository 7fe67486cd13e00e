//go:build unix

package ui

import (
	"path/filepath"
	"syscall"
	"testing"
)

// The window opens a pipe that nobody writes to without waiting for it: it says what it reads, and that can be cancelled.
func TestAPipeThatNobodyWritesTo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	s := newStage(t, usual, nil)
	s.do(func() { s.w.opens.openPath(path) })
	s.do(func() {
		if s.w.ws.Busy() == "" {
			t.Error("nothing is being read")
		}
		s.w.ws.CancelOpen()
		if said := s.w.ws.Busy(); said != "" {
			t.Errorf("after it was cancelled: %s", said)
		}
	})
}
