package ui

import (
	"strings"
	"testing"

	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// enter types a text into a field of the form and leaves it.
func (s *stage) enter(name, text string) *controls.Field {
	f := s.w.model.entries[name].field
	f.FocusGained()
	f.SetText(text)
	f.FocusLost()
	return f
}

// TestRefusedTextStaysAndNothingRuns: a value out of range is kept as typed, explained below its field, and no run
// starts until it is mended.
func TestRefusedTextStaysAndNothingRuns(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		f := s.enter("alpha", "500")
		s.w.model.refresh()
		if f.Text != "500" || f.Shown() != "500" || s.w.ws.Next.Settings().Fixed("alpha") {
			t.Errorf("the field holds %q and shows %q; alpha fixed: %v", f.Text, f.Shown(), s.w.ws.Next.Settings().Fixed("alpha"))
		}
		s.enter("seed", "many")
		s.enter("seed", "3") // another field is mended, this one is not
		if !s.w.model.entries["alpha"].why.Visible() || s.w.model.entries["seed"].why.Visible() {
			t.Error("the complaint does not stand at its field")
		}
		if !s.w.run.go_.Disabled() || !s.w.run.step.Disabled() || !strings.Contains(s.w.run.status.Text(), "α, discount: 500 is outside its range") {
			t.Errorf("Run is offered: %q", s.w.run.status.Text())
		}
		for _, key := range []fyne.KeyName{fyne.KeyF5, fyne.KeyF6} {
			s.w.ws.Dismiss()
			s.w.typed(&fyne.KeyEvent{Name: key})
			if s.w.ws.Runs.Stage().Exists || !strings.Contains(s.w.ws.Notice.Text, "500 is outside its range") {
				t.Errorf("%s: a run exists: %v; %q", key, s.w.ws.Runs.Stage().Exists, s.w.ws.Notice.Text)
			}
		}
		s.enter("alpha", "0.5")
		if s.w.run.go_.Disabled() || f.Wrong {
			t.Error("a value in range does not mend it")
		}
		test.Tap(s.w.run.go_)
		if !s.w.ws.Runs.Stage().Exists {
			t.Error("nothing runs after it was mended")
		}
	})
}

// TestRefusedTextGoes by Escape, with another table, another model, a step of the history, or where it has no effect.
func TestRefusedTextGoes(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "other", target: 3})
	s.openSample("crabs")
	refused := func() { s.enter("alpha", "500") }
	clean := func(how string) {
		t.Helper()
		f := s.w.model.entries["alpha"].field
		if f.Wrong || f.Text == "500" || s.w.model.entries["alpha"].why.Visible() || s.w.ws.Unsettled() != "" ||
			s.w.run.go_.Disabled() {
			t.Errorf("after %s the field holds %q, wrong: %v, %q", how, f.Text, f.Wrong, s.w.ws.Unsettled())
		}
	}
	s.do(func() {
		refused()
		f := s.w.model.entries["alpha"].field
		f.FocusGained()
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		clean("Escape")
		refused()
	})
	s.openSample("iris")
	s.do(func() {
		clean("opening another table")
		refused()
		if err := s.w.ws.Next.SetModel("other"); err != nil {
			t.Fatal(err)
		}
		if s.w.ws.Unsettled() != "" || s.w.run.go_.Disabled() {
			t.Error("the complaint outlives its model")
		}
		s.w.ws.Undo()
		refused()
		s.w.ws.Next.SetSeed(9)
		s.w.ws.Undo()
		clean("undo")
		if err := s.w.ws.Next.Set("method", "mcmc", false); err != nil {
			t.Fatal(err)
		}
		s.enter("moves", "99")
		if s.w.ws.Unsettled() == "" {
			t.Error("99 moves are taken")
		}
		if err := s.w.ws.Next.Set("method", "em", false); err != nil {
			t.Fatal(err)
		}
		clean("another method")
	})
}

// TestShortcutTakesWhatIsTyped: a shortcut of a menu leaves the focus in the field, whose text counts all the same.
func TestShortcutTakesWhatIsTyped(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		test.Tap(s.w.model.unfold)
		f := s.w.model.entries["alpha"].field
		s.w.win.Canvas().Focus(f)
		f.SetText("500")
		s.w.menu.run.Action()
		if s.w.ws.Runs.Stage().Exists || !f.Wrong {
			t.Error("the run started with another value than the one that is typed")
		}
	})
}
