package study

import "testing"

func TestHistory(t *testing.T) {
	type state struct{ selected, rotated, order int }
	var h History[state]
	if _, ok := h.Undo(); ok || h.UndoName() != "" || h.RedoName() != "" {
		t.Fatal("a new history has something to undo")
	}
	change := func(name, merge string, f func(*state)) {
		s := h.State()
		f(&s)
		h.Do(name, merge, s)
	}
	change("select one", "select", func(s *state) { s.selected = 1 })
	change("select two", "select", func(s *state) { s.selected = 2 })
	change("rotate", "", func(s *state) { s.rotated++ })
	change("rotate", "", func(s *state) { s.rotated++ })
	for want := 1; want >= 0; want-- { // steps of one name are steps of their own
		if name, ok := h.Undo(); !ok || name != "rotate" || h.State().rotated != want {
			t.Errorf("undone is %q, rotated %d times, not %d", name, h.State().rotated, want)
		}
	}
	// Two selections in a row are one step.
	if name, ok := h.Undo(); !ok || name != "select two" || h.State().selected != 0 {
		t.Errorf("%q %+v", name, h.State())
	}
	for range 3 {
		if _, ok := h.Redo(); !ok {
			t.Error("nothing to redo")
		}
	}
	if _, ok := h.Redo(); ok || h.State().rotated != 2 {
		t.Errorf("%+v", h.State())
	}
	h.Undo()
	change("ladderize", "", func(s *state) { s.order = 1 })
	if _, ok := h.Redo(); ok {
		t.Error("a change leaves what was undone")
	}
	// A selection after an undo is a step of its own, not a change of an older one.
	change("select", "select", func(s *state) { s.selected = 5 })
	h.Undo()
	change("select", "select", func(s *state) { s.selected = 6 })
	h.Undo()
	if h.State().order != 1 {
		t.Errorf("%+v", h.State())
	}
	for range 2 * mostSteps {
		change("rotate", "", func(s *state) { s.rotated++ })
	}
	if h.Steps() != mostSteps {
		t.Errorf("%d steps are kept", h.Steps())
	}
}
