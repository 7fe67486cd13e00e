package dialogs

import (
	"testing"

	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Escape closes a text that has the focus: at once where nothing has changed, else after a question.
// Tab leaves it.
func TestEscapeLeavesAText(t *testing.T) {
	a := test.NewTempApp(t)
	w := test.NewTempWindow(t, nil)
	w.Resize(fyne.NewSize(800, 600))
	d := &Dialogs{App: a, Window: w}
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if s := d.Top(); s != nil {
			s.Typed(e)
		}
	})
	kept := ""
	open := func() *controls.LongText {
		kept = "nothing"
		d.Edit("Note", "old", "", func(text string) { kept = text })
		return w.Canvas().Focused().(*controls.LongText)
	}
	key := func(name fyne.KeyName) { w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: name}) }

	if open().AcceptsTab() {
		t.Error("Tab does not leave the text")
	}
	if key(fyne.KeyEscape); d.Top() != nil || kept != "nothing" {
		t.Fatalf("an unchanged text stays open, %q is kept", kept)
	}
	for _, c := range []struct {
		answer, want string
		open         int
	}{{"Keep", "new", 0}, {"Discard", "nothing", 0}, {"Go Back", "nothing", 1}} {
		open().SetText("new")
		key(fyne.KeyEscape)
		if len(d.sheets) != 2 || kept != "nothing" {
			t.Fatalf("%d sheets are open, %q is kept", len(d.sheets), kept)
		}
		buttonOf(d, c.answer).OnTapped()
		if len(d.sheets) != c.open || kept != c.want {
			t.Errorf("%s: %d sheets are open, %q is kept", c.answer, len(d.sheets), kept)
		}
		for d.Top() != nil {
			d.Top().Close()
		}
	}
}

// buttonOf returns a button of the sheet on top.
func buttonOf(d *Dialogs, text string) (found *controls.Button) {
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if b, ok := o.(*controls.Button); ok && b.Text == text {
			found = b
		}
		if c, ok := o.(*fyne.Container); ok {
			for _, child := range c.Objects {
				walk(child)
			}
		}
	}
	walk(d.Top().Content())
	return found
}
