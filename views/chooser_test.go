package views

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// TestChooserKeepsItsPlace: the name stands between the arrows, and nothing moves as it changes.
func TestChooserKeepsItsPlace(t *testing.T) {
	s := newStage(t)
	c := newChooser("Epoch", nil)
	after := newLink("after", nil)
	row := container.New(toolRow{}, c, after)
	s.show(row, 600, 60)
	var places [3]fyne.Position
	for at, want := range []string{"now", "the first of all", "9"} {
		c.set([]string{"now", "the first of all", "9"}, at)
		row.Refresh()
		if c.name.text != want {
			t.Fatalf("%q is shown", c.name.text)
		}
		got := [3]fyne.Position{c.back.Position(), c.next.Position(), after.Position()}
		if at == 0 {
			places = got
		}
		if got != places || !(c.back.Position().X < c.name.Position().X && c.name.Position().X < c.next.Position().X) {
			t.Errorf("with %q arrows and neighbour stand at %v, before at %v, the name at %v", want, got, places, c.name.Position())
		}
		if end := c.name.Position().X + textWidth(want, sizeSmall, true); end > c.next.Position().X+1 {
			t.Errorf("%q ends at %v, the arrow begins at %v", want, end, c.next.Position().X)
		}
	}
}

// TestChooserByKeyboard: Escape closes the list, and arrows that do nothing are passed over.
func TestChooserByKeyboard(t *testing.T) {
	s := newStage(t)
	chosen := -1
	c := newChooser("Factor", func(i int) { chosen = i })
	c.set([]string{"a", "b", "c"}, 0)
	s.show(c, 400, 60)
	canvas := s.win.Canvas()
	canvas.FocusNext()
	if canvas.Focused() != fyne.Focusable(c.name) {
		t.Errorf("the first Tab does not pass over the idle arrow: %T", canvas.Focused())
	}
	c.open()
	if !c.popup.Visible() {
		t.Fatal("the list does not open")
	}
	canvas.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if c.popup.Visible() || chosen != -1 {
		t.Error("Escape does not close the list")
	}
	var passed fyne.KeyName
	canvas.SetOnTypedKey(func(e *fyne.KeyEvent) { passed = e.Name })
	canvas.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyF5})
	if canvas.Focused() != fyne.Focusable(c.name) || passed != fyne.KeyF5 {
		t.Errorf("the name has not the keys again, or keeps %s to itself", fyne.KeyF5)
	}
	c.set([]string{"a", "b", "c"}, 2)
	canvas.Focus(c.name)
	canvas.FocusNext()
	if canvas.Focused() == fyne.Focusable(c.next) {
		t.Error("Tab stops at an arrow that does nothing")
	}
}
