package dialogs

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"example.org/espalier/views/controls"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// Without a dialog of the system the toolkit's own opens, to open a file and to save one.
func TestToolkitsFileDialogs(t *testing.T) {
	s := viewstest.NewStage(t)
	a := fyne.CurrentApp()
	w := test.NewTempWindow(t, canvas.NewRectangle(nil))
	w.Resize(fyne.NewSize(1000, 700))
	d := &Dialogs{App: a, Window: w, Post: s.Post, Context: context.Background(),
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

// A whole path that is typed or pasted behind the folder takes its place; a name and a folder within it do not.
func TestTypedPathReplacesTheFolder(t *testing.T) {
	s := viewstest.NewStage(t)
	a := fyne.CurrentApp()
	w := test.NewTempWindow(t, canvas.NewRectangle(nil))
	w.Resize(fyne.NewSize(1000, 700))
	dir := t.TempDir()
	file := filepath.Join(dir, "t.csv")
	if err := os.WriteFile(file, []byte("a\n1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	if err := os.WriteFile(filepath.Join(home, "u.csv"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	a.Preferences().SetString(prefFolder, t.TempDir())
	d := &Dialogs{App: a, Window: w, Post: s.Post, Context: context.Background(),
		Fail: func(what string, err error) { t.Error(what, err) }, Tell: func(string) {}}
	for typed, want := range map[string]string{file: file, "~/u.csv": filepath.Join(home, "u.csv")} {
		got := ""
		d.ChooseOpen("Open", nil, func(path string) { got = path })
		field, ok := w.Canvas().Focused().(*controls.Field)
		if !ok {
			t.Fatal("no field has the focus")
		}
		for _, r := range typed {
			field.TypedRune(r)
		}
		if field.Text != typed {
			t.Errorf("the field says %q", field.Text)
		}
		if d.Top().Accept(); got != want {
			t.Errorf("opened %q, want %q", got, want)
		}
	}
	for _, text := range []string{"/data/t.csv", "/data/sub/t.csv", "/data/~t.csv", "/dat", ""} {
		if whole, ok := replaces("/data/", text); ok {
			t.Errorf("%q becomes %q", text, whole)
		}
	}
}
