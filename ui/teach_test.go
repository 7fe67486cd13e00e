package ui

import (
	"testing"

	"example.org/espalier/plotting/teach"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestStagesCoverTheWork, which comes back as it was.
func TestStagesCoverTheWork(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		s.w.teach.ShowGallery()
		if s.w.columns.Object.Visible() || !s.w.menu.film.Disabled || s.w.menu.unteach.Disabled {
			t.Error("the gallery does not cover the work, or the menus do not know")
		}
		s.w.teach.Open(teach.Request{Stage: "crp", Seed: 1, Step: 8})
	})
	s.until("the stage", func() bool { _, _, ok := s.w.teach.Figure(); return ok })
	s.do(func() {
		s.w.exports.exportFigure()
		if s.w.Top() == nil {
			t.Fatal("no moment to export")
		}
		s.w.Top().Close()
		if s.w.menu.film.Disabled {
			t.Error("the menu offers no film of the stage")
		}
		for range 2 { // to the gallery, and to the work
			s.w.typed(&fyne.KeyEvent{Name: fyne.KeyEscape})
		}
		if s.w.teach.Shown() || !s.w.columns.Object.Visible() || s.w.centre.shown == nil || s.w.centre.shown.Table.Name != "crabs" {
			t.Error("the work is not as it was")
		}
		if got := s.w.win.Title(); got != s.w.title() {
			t.Errorf("the window is titled %q", got)
		}
	})
}

// A run continues while a stage is shown, and menus leave the work alone.
func TestTeachLeavesTheWorkAlone(t *testing.T) {
	s := newStage(t, usual, nil)
	s.hold.set(3)
	s.openSample("crabs")
	s.do(func() { test.Tap(s.w.run.go_) })
	s.until("the run", func() bool { return s.w.run.go_.Text == "Pause" })
	s.do(func() {
		s.w.teach.OpenName("crp")
		for _, menu := range s.w.menu.main.Items {
			if menu.Label == "Run" {
				menu.Items[2].Action() // Stop
			}
		}
		s.hold.release()
	})
	s.until("the end of the run", func() bool { p, _ := s.w.ws.Runs.Progress(); return p.Iteration >= 40 })
	s.do(func() { s.w.teach.Leave() })
	s.until("the result", func() bool {
		return s.w.centre.shown != nil && s.w.centre.shown.Info.Name == "slow" && s.w.columns.Object.Visible()
	})
}
