package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// Where there is room for one column, what is selected leads to its details and back.
func TestDetailsInANarrowWindow(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		w, details := s.w, s.w.centre.details
		w.win.Resize(fyne.NewSize(1440, 900))
		w.centre.tree.Walk.All()
		if details.Visible() {
			t.Error("in a wide window the details are offered though they are there")
		}
		w.centre.tree.Select(nil)
		w.win.Resize(fyne.NewSize(900, 650))
		if details.Visible() || w.columns.Shown() {
			t.Error("nothing is selected, but its details are offered or shown")
		}
		w.centre.tree.Walk.All()
		if !details.Visible() || details.Position().X+details.Size().Width > w.centre.tools.Size().Width {
			t.Fatal("what is selected does not show where its details are")
		}
		test.Tap(details)
		if !w.columns.Shown() || w.left.Visible() || !strings.Contains(details.Text, "Settings") {
			t.Errorf("a click does not show the details, or no way back: %q", details.Text)
		}
		test.Tap(details)
		if w.columns.Shown() || !w.left.Visible() {
			t.Error("a click does not lead back")
		}
	})
}

// In a low window the model is in sight beside the card of the run, whatever that says.
func TestModelInSight(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		w := s.w
		w.win.Resize(fyne.NewSize(900, 650))
		w.run.status.Set("good", strings.Repeat("A sentence about what the run found. ", 8))
		w.run.resize()
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject
		column := w.left.(*fyne.Container)
		form, card := column.Objects[0], column.Objects[1]
		end, foot := at(w.model.picker).Y+w.model.picker.Size().Height, at(form).Y+form.Size().Height
		if end > foot {
			t.Errorf("the choice of the model ends at %v, what is in sight of the form at %v", end, foot)
		}
		if most := card.(*container.Scroll).Content.MinSize().Height; card.Size().Height < most {
			t.Errorf("what is said about the run scrolls: %v of %v", card.Size().Height, most)
		}
	})
}

// An undo that brings groups back says which, in the menu and when it is done.
func TestUndoSaysWhatComesBack(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		w, groups := s.w, s.w.centre.tree.Groups
		groups.CutInto(2)
		if w.ws.Returning() != "" {
			t.Errorf("no groups would come back, but %q", w.ws.Returning())
		}
		groups.Name(0, "blue")
		if got := w.ws.Returning(); got != "1 group is back: group 1" {
			t.Errorf("after a group got its name, %q", got)
		}
		groups.CutTightest(6)
		w.menu.refresh()
		const want = "2 groups are back: blue, group 2"
		if !strings.HasSuffix(w.menu.undo.Label, ": "+want) {
			t.Errorf("the menu says %q", w.menu.undo.Label)
		}
		w.undo()
		if w.ws.Notice.Text != want+"." || len(w.centre.tree.State().Groups) != 2 {
			t.Errorf("said is %q, there are %d groups", w.ws.Notice.Text, len(w.centre.tree.State().Groups))
		}
		groups.Clear()
		if !strings.HasPrefix(w.ws.Returning(), want) {
			t.Errorf("after all were removed, %q would come back", w.ws.Returning())
		}
	})
}
