package controls

import (
	"testing"

	look "example.org/espalier/views/theme"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// TestChooserKeepsItsPlace: the name stands between the arrows, and nothing moves as it changes.
func TestChooserKeepsItsPlace(t *testing.T) {
	s := viewstest.NewStage(t)
	c := NewChooser("Epoch", nil)
	after := NewLink("after", nil)
	row := container.New(ToolRow{}, c, after)
	s.Show(row, 600, 60)
	var places [3]fyne.Position
	for at, want := range []string{"now", "the first of all", "9"} {
		c.Set([]string{"now", "the first of all", "9"}, at)
		row.Refresh()
		if c.Name.Text != want {
			t.Fatalf("%q is shown", c.Name.Text)
		}
		got := [3]fyne.Position{c.Back.Position(), c.Next.Position(), after.Position()}
		if at == 0 {
			places = got
		}
		if got != places || !(c.Back.Position().X < c.Name.Position().X && c.Name.Position().X < c.Next.Position().X) {
			t.Errorf("with %q arrows and neighbour stand at %v, before at %v, the name at %v", want, got,
				places, c.Name.Position())
		}
		if end := c.Name.Position().X + TextWidth(want, look.SizeSmall, true); end > c.Next.Position().X+1 {
			t.Errorf("%q ends at %v, the arrow begins at %v", want, end, c.Next.Position().X)
		}
	}
}

// TestChooserByKeyboard: Escape closes the list, and arrows that do nothing are passed over.
func TestChooserByKeyboard(t *testing.T) {
	s := viewstest.NewStage(t)
	chosen := -1
	c := NewChooser("Factor", func(i int) { chosen = i })
	c.Set([]string{"a", "b", "c"}, 0)
	s.Show(c, 400, 60)
	canvas := s.Win.Canvas()
	canvas.FocusNext()
	if canvas.Focused() != fyne.Focusable(c.Name) {
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
	if canvas.Focused() != fyne.Focusable(c.Name) || passed != fyne.KeyF5 {
		t.Errorf("the name has not the keys again, or keeps %s to itself", fyne.KeyF5)
	}
	c.Set([]string{"a", "b", "c"}, 2)
	canvas.Focus(c.Name)
	canvas.FocusNext()
	if canvas.Focused() == fyne.Focusable(c.Next) {
		t.Error("Tab stops at an arrow that does nothing")
	}
}
