package dialogs

import (
	"context"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// Without a dialog of the system the toolkit's own opens, to open a file and to save one.
func TestToolkitsFileDialogs(t *testing.T) {
	a := test.NewTempApp(t)
	w := test.NewTempWindow(t, canvas.NewRectangle(nil))
	w.Resize(fyne.NewSize(1000, 700))
	d := &Dialogs{App: a, Window: w, Post: func(f func()) { f() }, Context: context.Background(),
		Fail: func(what string, err error) { t.Error(what, err) }, Tell: func(string) {}}
	for name, ask := range map[string]func(){
		"open": func() { d.ChooseOpen("Open", nil, func(string) {}) },
		"save": func() {
			d.ChooseSave("Save", "study", []FileFilter{{Name: "Study", Extensions: []string{"espalier"}}}, func(string) {})
		},
	} {
		ask()
		top := w.Canvas().Overlays().Top()
		if top == nil || top.Size().Width < 400 {
			t.Fatalf("%s: no dialog opens", name)
		}
		w.Canvas().Overlays().Remove(top)
	}
}
