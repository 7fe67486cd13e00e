package ui

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/ui/workspace"

	"fyne.io/fyne/v2/test"
)

// After a run the first tree is one click away, and then in the list.
func TestFirstTreeIsOneClickAway(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.until("a tree", func() bool { return s.w.centre.tree.Groups.CanCutTightest() })
	s.do(func() {
		if e := s.w.list.list.Entries(); len(e) != 1 || !e[0].Shown {
			t.Errorf("%+v are listed", e)
		}
		if b := workspace.Boarded(s.w.ws.Runs); len(b) != 0 {
			t.Errorf("%+v are on the board, with nothing to be compared with", b)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the fit", func() bool { return len(s.w.ws.Runs.Results()) == 1 && s.w.ws.Runs.Stage().Ended })
	s.do(func() {
		e := s.w.list.list.Entries()
		if len(e) != 2 || e[1].Title != "First tree" || e[1].Shown {
			t.Fatalf("%+v are listed", e)
		}
		if b := workspace.Boarded(s.w.ws.Runs); len(b) != 2 || b[0].ID != e[1].ID || b[0].Name != "First tree" {
			t.Errorf("%+v are on the board", b)
		}
		s.w.list.list.Do.Show(e[1].ID)
		if r := s.w.ws.Runs.Shown(); r == nil || !r.First || len(s.w.ws.Runs.Results()) != 2 {
			t.Errorf("%d results, first %v", len(s.w.ws.Runs.Results()), r != nil && r.First)
		}
		s.w.undo()
		if r := s.w.ws.Runs.Shown(); r == nil || r.First || len(s.w.ws.Runs.Results()) != 1 {
			t.Error("undo does not bring the run back")
		}
	})
}

// A table of kinds gets a first tree. Where there is none, words stand alone, not on a tree of
// other data.
func TestFirstTreeOfKinds(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.until("a tree", func() bool { return s.w.centre.tree.Groups.CanCutTightest() })
	prepare := func(change func(*inference.Preprocessing)) {
		t.Helper()
		var before *inference.Dataset
		s.do(func() {
			before = s.w.ws.Data()
			p := s.w.ws.Preprocessing()
			change(&p)
			s.w.ws.SetPreprocessing("kinds", p)
		})
		s.until("the data", func() bool {
			now := s.w.ws.Data()
			return s.w.ws.Busy() == "" && now != nil && now != before
		})
	}
	prepare(func(p *inference.Preprocessing) { p.Kinds = "sex=yes/no\nspecies=category" })
	s.until("another tree", func() bool { r := s.w.centre.shown; return r != nil && r.Data == s.w.ws.Data() })
	s.do(func() {
		r, said, drawn := s.w.centre.shown, s.w.centre.empty.Text, s.w.centre.tree.Source().Tree
		if !r.First || drawn == nil || said != "" {
			t.Errorf("first %v, %q is said", r.First, said)
		}
	})
	prepare(func(p *inference.Preprocessing) { p.TopRows = 1 })
	s.do(func() {
		if s.w.ws.Runs.Result() != nil {
			t.Fatal("one row has a first tree")
		}
		if s.w.centre.tree.Source().Tree != nil || s.w.centre.empty.Text == "" {
			t.Errorf("%q is said above a tree of other data", s.w.centre.empty.Text)
		}
	})
}
