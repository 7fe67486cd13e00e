package ui

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
)

// full is a disk without room for an operation of a kind and all that follow it.
func full(op disk.Op) *disk.Disk {
	begun := false
	return &disk.Disk{Before: func(done disk.Op, path string, _ int) error {
		if begun = begun || done == op; begun && done != disk.Remove {
			return fmt.Errorf("%s %s: %w", done, path, syscall.ENOSPC)
		}
		return nil
	}}
}

// On a full disk saving says so in words, keeps the old file and the work, and can be tried again.
func TestSavingOnAFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "iris.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "kmeans"))
	s.fitted("iris", "kmeans")
	s.do(s.w.study.save)
	s.until("the save", func() bool { return !s.w.ws.Studies.Changed() && s.w.ws.Busy() == "" })
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	note := func(text string) {
		s.w.ws.Doc.Do("note", "", func(now study.State) study.State { now.Note = text; return now })
	}
	for _, d := range []*disk.Disk{full(disk.Create), full(disk.Write), full(disk.Sync), full(disk.Rename)} {
		s.do(func() {
			note("something new")
			s.w.ws.Dismiss()
			s.w.ws.Studies.File.Disk = d
			s.w.study.save()
		})
		s.until("the failure", func() bool { return s.w.ws.Notice.Bad && s.w.ws.Busy() == "" })
		s.do(func() {
			w := s.w
			if w.banner.head.Text() != "The study was not saved." || !strings.HasPrefix(w.banner.text.Text, "There is no space left on the disk.") {
				t.Errorf("told is %q, %q", w.banner.head.Text(), w.banner.text.Text)
			}
			if !w.ws.Studies.Changed() || !strings.HasPrefix(w.win.Title(), "*") || w.menu.save.Disabled || w.ws.Studies.Path() != path {
				t.Errorf("the work counts as saved: %q", w.win.Title())
			}
		})
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, old) {
			t.Errorf("the old file is not as it was: %v", err)
		}
		if all, _ := os.ReadDir(filepath.Dir(path)); len(all) != 2 { // with its lock
			t.Errorf("left are %v", all)
		}
	}
	// Elsewhere there is no room either; the study keeps its file.
	other := filepath.Join(filepath.Dir(path), "none", "b.espalier")
	s.do(func() {
		s.w.ws.Studies.SaveAs(other, func(err error) {
			s.w.study.savedThen(err,
				func() { t.Error("it is saved where no folder is") })
		})
	})
	s.until("the failure elsewhere", func() bool { return s.w.ws.Busy() == "" })
	s.do(func() {
		if s.w.ws.Studies.Path() != path {
			t.Errorf("the study is now %s", s.w.ws.Studies.Path())
		}
		s.w.ws.Studies.File.Disk = nil // room again
		s.w.study.save()
	})
	s.until("the save, tried again", func() bool { return !s.w.ws.Studies.Changed() && s.w.ws.Busy() == "" })
	s.do(func() {
		if strings.HasPrefix(s.w.win.Title(), "*") {
			t.Errorf("the title is %q", s.w.win.Title())
		}
		if n := s.w.ws.Notice; n.Bad {
			t.Errorf("after it was saved the window still says %+v", n)
		}
	})
	if c, lost, err := file.Read(path); err != nil || len(lost) > 0 || c.State.Note != "something new" || len(c.Results) != 1 {
		t.Errorf("saved is %q: %v, %v", c.State.Note, lost, err)
	}
}
