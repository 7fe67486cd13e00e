package controls

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// A tip belongs to what is under the pointer: what was taken away or moved meanwhile shows none, and takes
// away the one that it has.
func TestNoTipOfWhatIsGone(t *testing.T) {
	test.NewTempApp(t)
	field := NewField("", nil)
	box := container.NewWithoutLayout(field)
	field.Resize(fyne.NewSize(100, 30))
	field.Move(fyne.NewPos(40, 50))
	w := test.NewTempWindow(t, box)
	w.Resize(fyne.NewSize(400, 300))
	l := NewTipLayer(w.Canvas())
	defer l.Close(w.Canvas())
	w.SetContent(container.NewStack(box, l.Object))
	at := standing(field)
	l.owner = field
	if l.rested(field, at, "How many."); !l.text.Visible() {
		t.Fatal("there is no tip")
	}
	HideTip(field)
	if l.text.Visible() {
		t.Fatal("the tip stays")
	}
	l.owner = field
	box.Remove(field)
	if l.rested(field, at, "How many."); l.text.Visible() {
		t.Error("what is gone has a tip")
	}
	box.Add(field)
	l.rested(field, at, "How many.")
	box.Remove(field)
	if HideTip(field); l.text.Visible() {
		t.Error("what is gone keeps its tip")
	}
}
