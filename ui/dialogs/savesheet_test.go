package dialogs

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/views/controls"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

var studies = []FileFilter{{Name: "Study", Extensions: []string{"espalier"}}}

// parts returns the fields of the topmost sheet, and what it says.
func parts(d *Dialogs) (fields []*controls.Field, said string) {
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *controls.Field:
			fields = append(fields, o)
		case *controls.Paragraph:
			said += o.Text
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
		}
	}
	walk(d.Top().Content())
	return fields, said
}

// The program's own dialog is filled in by keys: the name is ready to be typed, Return saves, a file that is
// there is asked about, and what cannot be is said in the dialog, which stays.
func TestSavingByKeysAlone(t *testing.T) {
	s := viewstest.NewStage(t)
	a := fyne.CurrentApp()
	w := test.NewTempWindow(t, canvas.NewRectangle(nil))
	w.Resize(fyne.NewSize(1000, 700))
	d := &Dialogs{App: a, Window: w, Post: s.Post, Context: context.Background(),
		Fail: func(what string, err error) { t.Error(what, err) }, Tell: func(string) {}}
	dir := t.TempDir()
	a.Preferences().SetString(prefFolder, dir)
	got := ""
	key := func(name fyne.KeyName) {
		if f := w.Canvas().Focused(); f != nil {
			f.TypedKey(&fyne.KeyEvent{Name: name})
			return
		}
		d.Top().Typed(&fyne.KeyEvent{Name: name})
	}
	ask := func() { d.ChooseSave("Save the study", "iris.espalier", studies, func(path string) { got = path }) }
	ask()
	fields, _ := parts(d)
	if len(fields) != 2 || w.Canvas().Focused() != fields[0] || fields[1].Text != dir {
		t.Fatalf("the fields are %v", fields)
	}
	test.Type(fields[0], "mine") // in place of the name proposed
	key(fyne.KeyReturn)
	if got != filepath.Join(dir, "mine.espalier") || d.Top() != nil {
		t.Fatalf("saved as %q", got)
	}
	if err := os.WriteFile(got, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ask()
	got = ""
	fields, _ = parts(d)
	for _, c := range []struct{ name, folder, want string }{
		{"", dir, "Give the file a name."},
		{strings.Repeat("ü", 200), dir, "too long"},
		{"a", filepath.Join(dir, "none"), "There is no folder"},
		{"a", filepath.Join(dir, "mine.espalier"), "is a file"},
		{dir + "/", dir, "Give the file a name."},
	} {
		fields[0].SetText(c.name)
		fields[1].SetText(c.folder)
		key(fyne.KeyReturn)
		if _, said := parts(d); !strings.Contains(said, c.want) || got != "" || d.Top() == nil {
			t.Errorf("%q in %q: it says %q", c.name, c.folder, said)
		}
	}
	fields[0].SetText("mine")
	fields[1].SetText(dir)
	key(fyne.KeyReturn)
	if _, said := parts(d); !strings.Contains(said, "already has a file of this name") || got != "" {
		t.Fatalf("a file that is there: %q, %q", said, got)
	}
	d.Top().Typed(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if fields, _ := parts(d); len(fields) != 2 || got != "" {
		t.Error("after Escape the dialog does not stay")
	}
	d.Top().Accept()
	d.Top().Accept() // replaces
	if got != filepath.Join(dir, "mine.espalier") || d.Top() != nil {
		t.Errorf("replaced is %q", got)
	}
	ask()
	d.Top().Typed(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if d.Top() != nil {
		t.Error("Escape does not close the dialog")
	}
}

// typed is a dialog of the system that answers with a name without an extension.
type typed struct{ path string }

func (c typed) Open(string, []FileFilter) (string, error)         { return c.path, nil }
func (c typed) Save(string, string, []FileFilter) (string, error) { return c.path, nil }

// The system's dialog does not know of the extension that the program adds: the file of that name is asked about.
func TestAnExtensionIsAddedWithCare(t *testing.T) {
	a := test.NewTempApp(t)
	w := test.NewTempWindow(t, canvas.NewRectangle(nil))
	dir := t.TempDir()
	posted := make(chan func())
	d := &Dialogs{App: a, Window: w, Post: func(f func()) { posted <- f }, Context: context.Background(), Chooser: typed{filepath.Join(dir, "a.b")}}
	got := ""
	ask := func() {
		got = ""
		d.ChooseSave("Save", "x", studies, func(path string) { got = path })
		(<-posted)()
	}
	want := filepath.Join(dir, "a.b.espalier")
	if ask(); got != want {
		t.Errorf("chosen is %q", got)
	}
	if err := os.WriteFile(want, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if ask(); got != "" || d.Top() == nil {
		t.Fatalf("%q is replaced without a question", got)
	}
	if d.Top().Accept(); got != want {
		t.Errorf("after yes %q", got)
	}
	for path, want := range map[string]string{"a": "a.png", "a.PDF": "a.PDF", "a.v2": "a.v2.png"} {
		if got := completed(path, []FileFilter{{Extensions: []string{"png"}}, {Extensions: []string{"pdf"}}}); got != want {
			t.Errorf("%s becomes %s", path, got)
		}
	}
	if got := completed("a.txt", []FileFilter{{Extensions: []string{"csv"}}, {Extensions: []string{"*"}}}); got != "a.txt" {
		t.Errorf("with all files it becomes %s", got)
	}
}

// A file is opened by typing its path behind the folder of the last one.
func TestOpeningByKeysAlone(t *testing.T) {
	a := test.NewTempApp(t)
	w := test.NewTempWindow(t, canvas.NewRectangle(nil))
	w.Resize(fyne.NewSize(1000, 700))
	d := &Dialogs{App: a, Window: w, Context: context.Background()}
	dir := t.TempDir()
	a.Preferences().SetString(prefFolder, dir)
	path := filepath.Join(dir, "crabs.csv")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	got := ""
	d.ChooseOpen("Open a table", nil, func(path string) { got = path })
	fields, _ := parts(d)
	write := func(text string) {
		for _, r := range text {
			fields[0].TypedRune(r)
		}
	}
	enter := func() { fields[0].TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) }
	if enter(); got != "" || d.Top() == nil {
		t.Fatalf("a folder is opened as %q", got)
	}
	if _, said := parts(d); !strings.Contains(said, "is a folder") {
		t.Errorf("of a folder it says %q", said)
	}
	write("crabs")
	enter()
	if _, said := parts(d); !strings.Contains(said, "There is no file") {
		t.Errorf("of a file that is not there it says %q", said)
	}
	write(".csv")
	if enter(); got != path || d.Top() != nil {
		t.Errorf("opened is %q", got)
	}
}

// Where a file can be of several kinds, the program's own dialog lists them. The kind gives the name its extension, and an
// extension that is typed chooses the kind.
func TestKindsOfFileAreListed(t *testing.T) {
	a := test.NewTempApp(t)
	w := test.NewTempWindow(t, canvas.NewRectangle(nil))
	w.Resize(fyne.NewSize(1000, 700))
	dir := t.TempDir()
	a.Preferences().SetString(prefFolder, dir)
	d := &Dialogs{App: a, Window: w, Context: context.Background()}
	got := ""
	kinds := []FileFilter{{Name: "One PDF", Extensions: []string{"pdf"}}, {Name: "A folder of SVG", Extensions: []string{"svg"}}, {Name: "All files", Extensions: []string{"*"}}}
	var picker *controls.Picker
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *controls.Picker:
			picker = o
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
		}
	}
	ask := func() []*controls.Field {
		d.ChooseSave("Export", "iris.pdf", kinds, func(path string) { got = path })
		walk(d.Top().Content())
		fields, _ := parts(d)
		return fields
	}
	name := ask()[0]
	if picker == nil || picker.Value != ".pdf" || len(picker.Options) != 2 {
		t.Fatalf("the kinds are %+v", picker)
	}
	picker.OnPicked(".svg")
	if name.Text != "iris.svg" || picker.Value != ".svg" {
		t.Errorf("of kind %s the name is %q", picker.Value, name.Text)
	}
	name.SetText("all.PDF")
	if picker.Value != ".pdf" {
		t.Errorf("%q is of kind %s", name.Text, picker.Value)
	}
	picker.OnPicked(".svg")
	name.SetText("figures") // as the kind says
	if d.Top().Accept(); got != filepath.Join(dir, "figures.svg") {
		t.Errorf("saved as %q", got)
	}
	picker = nil
	if d.ChooseSave("Save", "x", studies, func(string) {}); picker != nil {
		t.Error("one kind is listed")
	}
}

// What happened while a dialog is open stands in it, beside its buttons or, where these take the width, above them, all of
// it within the dialog.
func TestRemarksInDialogs(t *testing.T) {
	a := test.NewTempApp(t)
	w := test.NewTempWindow(t, canvas.NewRectangle(nil))
	w.Resize(fyne.NewSize(1000, 700))
	d := &Dialogs{App: a, Window: w}
	d.Remark(true, "heard by nobody")
	for name, width := range map[string]float32{"wide": 640, "narrow": 330} {
		button := controls.NewButton("Save the figure…", controls.Primary, nil)
		s := d.OpenSheet(name, fyne.NewSize(width, 300), canvas.NewRectangle(nil), controls.NewButton("Copy Picture", controls.Quiet, nil), button)
		at := func(o fyne.CanvasObject) fyne.Position { return a.Driver().AbsolutePositionForObject(o) }
		if s.remark.Visible() || s.remark.Text() != "" {
			t.Errorf("%s: a dialog opens with the remark %q", name, s.remark.Text())
		}
		text := "The picture was not copied. Copying pictures needs a program that is not there: install it, or save the figure as PNG."
		d.Remark(true, text)
		r := s.remark
		from, to := at(r), at(r).Add(r.MinSize())
		edge := s.popup.Content
		if !r.Visible() || r.Text() != text || from.X < at(edge).X || to.X > at(edge).X+edge.Size().Width+1 || to.Y > at(edge).Y+edge.Size().Height+1 {
			t.Errorf("%s: %q stands from %v to %v of %v, %v", name, r.Text(), from, to, at(edge), edge.Size())
		}
		if beside := to.X <= at(button).X; beside != (name == "wide") || !beside && to.Y > at(button).Y {
			t.Errorf("%s: the remark from %v to %v, the button at %v", name, from, to, at(button))
		}
		if d.Remark(false, ""); r.Visible() {
			t.Errorf("%s: the remark stays", name)
		}
		s.Close()
		d.Remark(false, "said before it opens")
		later := d.OpenSheet(name, fyne.NewSize(width, 300), canvas.NewRectangle(nil))
		if later.remark.Text() != "said before it opens" || !later.remark.Visible() {
			t.Errorf("%s: a remark that stands is lost in a new dialog: %q", name, later.remark.Text())
		}
		d.Remark(false, "")
		later.Close()
	}
}
