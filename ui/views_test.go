package ui

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/autosave"
)

// TestWhatWasShownComesBack: what is shown of a saved study, and how, outlives a program that is killed, or ended by the system or the user. The
// study opens with it and without a question, and it is no work to be asked about. Once somebody else saved the file, what was
// shown of it before is forgotten.
func TestWhatWasShownComesBack(t *testing.T) {
	root, path := t.TempDir(), filepath.Join(t.TempDir(), "crabs.espalier")
	kept := make(chan error, 100)
	o := autosave.Options{Told: func(err error) { kept <- err }}
	first := newStage(t, usual, answers{path}, realModel(t, "kmeans"))
	first.do(func() { first.w.study.begin(root, o, func() {}) })
	first.fitted("crabs", "kmeans")
	first.do(func() { first.w.menu.save.Action() })
	first.until("the save", func() bool { return first.w.ws.Studies.Path() == path && !first.w.ws.Studies.Saveable() })

	// The program ends with some rows selected.
	end := func(s *stage, rows []int, killed bool) {
		t.Helper()
		s.do(func() { s.w.centre.pick(study.Selection{Rows: rows}) })
		for len(kept) > 0 {
			<-kept
		}
		for range 2 { // the first save may have begun before
			s.do(func() { s.w.ws.Studies.Keeper.Ended() })
			if err := <-kept; err != nil {
				t.Fatal(err)
			}
		}
		s.do(func() { s.closed = true }) // what comes back finds no window
		if studies := s.w.ws.Studies; killed {
			studies.Keeper.Stop()
			<-studies.Keeper.Gone()
			if err := studies.Session.Release(); err != nil {
				t.Fatal(err)
			}
			studies.Session, studies.Keeper = nil, nil
		}
		s.w.settled()
		s.do(func() { s.w.close() })
	}
	// The next one opens the study.
	begin := func(want []int) *stage {
		t.Helper()
		s := newStage(t, usual, answers{path}, realModel(t, "kmeans"))
		s.do(func() {
			s.w.study.begin(root, o, func() { s.w.opens.openPath(path) })
			if s.w.Top() != nil {
				t.Error("a question is asked")
			}
		})
		s.until("the study", func() bool {
			return s.w.ws.Studies.Path() == path && s.w.ws.Busy() == "" && s.w.centre.shown != nil && s.w.centre.shown.Info.Name == "kmeans"
		})
		s.do(func() {
			if got := s.w.ws.Now().Selection.Rows; !slices.Equal(got, want) {
				t.Errorf("selected are %v, not %v", got, want)
			}
			if studies := s.w.ws.Studies; studies.Changed() || studies.Saveable() != (want != nil) || s.w.menu.save.Disabled != (want == nil) {
				t.Errorf("changed %v, can be saved %v, save disabled %v", studies.Changed(), studies.Saveable(), s.w.menu.save.Disabled)
			}
		})
		return s
	}
	end(first, study.SetOf([]int{1, 2, 3}), true)
	s := begin(study.SetOf([]int{1, 2, 3}))
	end(s, study.SetOf([]int{5}), false)
	s = begin(study.SetOf([]int{5}))
	page := ""
	s.do(func() { // the page shown is no part of the document, but is kept as well
		page = s.w.centre.tabs.Names()[1]
		s.w.centre.tabs.Pick(page)
	})
	end(s, study.SetOf([]int{5}), true)
	s = begin(study.SetOf([]int{5}))
	s.do(func() {
		if got := s.w.centre.tabs.Picked(); got != page {
			t.Errorf("the page shown is %s, not %s", got, page)
		}
	})
	s.do(func() { // the user closes the window
		s.w.centre.pick(study.Selection{Rows: study.SetOf([]int{9})})
		s.w.close()
		s.closed = true
	})
	s.w.settled()
	s = begin(study.SetOf([]int{9}))
	end(s, study.SetOf([]int{7}), true)
	later := time.Now().Add(time.Minute)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	s = begin(nil)
	s.do(func() { s.w.close(); s.closed = true })
	s.w.settled()
	if left, _ := os.ReadDir(root); len(left) != 0 {
		t.Errorf("after a proper end %v is left", left)
	}
}
