package dialogs

import (
	"context"
	"testing"

	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// After a look into folders without a choice, what is typed goes into the field again.
func TestFieldIsFocusedAfterBrowsing(t *testing.T) {
	a := test.NewTempApp(t)
	w := test.NewTempWindow(t, canvas.NewRectangle(nil))
	w.Resize(fyne.NewSize(1000, 700))
	d := &Dialogs{App: a, Window: w, Context: context.Background()}
	a.Preferences().SetString(prefFolder, t.TempDir())
	d.ChooseOpen("Open a table", nil, func(string) {})
	sheet := w.Canvas().Overlays().Top()
	for _, o := range test.LaidOutObjects(sheet) {
		if b, ok := o.(*controls.Button); ok && b.Text == "Browse…" {
			w.Canvas().Unfocus() // as a click on a button does
			test.Tap(b)
		}
	}
	if w.Canvas().Overlays().Top() == sheet {
		t.Fatal("no folder is shown")
	}
	for _, o := range test.LaidOutObjects(w.Canvas().Overlays().Top()) {
		if b, ok := o.(*widget.Button); ok && b.Text == "Cancel" {
			test.Tap(b)
			break
		}
	}
	if w.Canvas().Overlays().Top() != sheet {
		t.Fatal("the folder is still shown")
	}
	if _, ok := w.Canvas().Focused().(*controls.Field); !ok {
		t.Errorf("the focus is at %T", w.Canvas().Focused())
	}
}
