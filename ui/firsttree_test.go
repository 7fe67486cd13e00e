package ui

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

// After a run the first tree is one click away, and then in the list.
func TestFirstTreeIsOneClickAway(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.until("a tree", func() bool { return s.w.centre.tree.Groups.CanCutTightest() })
	s.do(func() {
		if s.w.run.firstTree.Visible() {
			t.Error("the first tree is offered while it is shown")
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the fit", func() bool { return len(s.w.ws.Runs.Results()) == 1 && s.w.ws.Runs.Stage().Ended })
	s.do(func() {
		if !s.w.run.firstTree.Visible() {
			t.Fatal("the first tree is not offered")
		}
		test.Tap(s.w.run.firstTree)
		if r := s.w.ws.Runs.shown(); r == nil || !r.First || len(s.w.ws.Runs.Results()) != 2 {
			t.Errorf("%d results, first %v", len(s.w.ws.Runs.Results()), r != nil && r.First)
		}
		s.w.undo()
		if r := s.w.ws.Runs.shown(); r == nil || r.First || len(s.w.ws.Runs.Results()) != 1 {
			t.Error("undo does not bring the run back")
		}
	})
}
