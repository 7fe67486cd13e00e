package dialogs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/espalier/inference/read"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
)

// present returns the path of a file as it was typed, or a message about its fault.
func present(typed string) (path, wrong string) {
	path, err := filepath.Abs(atHome(typed))
	if err != nil {
		return "", "It cannot be opened: " + err.Error() + "."
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", "There is no file " + path + "."
	case err != nil:
		return "", path + " cannot be opened: " + err.Error() + "."
	case info.IsDir() && !read.IsFolder(path):
		return "", path + " is a folder. Add the name of a file in it, or browse."
	}
	return path, ""
}

// plainOpen asks for the path of a file; the toolkit's dialog, which shows folders, is a button away.
func (d *Dialogs) plainOpen(title string, filters []FileFilter, then func(string)) {
	at := ""
	if f := d.folder(); f != nil {
		at = f.Path() + string(filepath.Separator)
	}
	file := controls.NewField(at, nil)
	file.Left = true
	file.OnChanged = func(text string) {
		if whole, ok := replaces(at, text); ok {
			file.SetText(whole)
			file.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
		}
	}
	wrong := controls.NewParagraph("", 480, look.SizeSmall, look.BadText)
	var s *Sheet
	opened := func(path string) {
		s.Close()
		d.App.Preferences().SetString(prefFolder, filepath.Dir(path))
		then(path)
	}
	accept := func() {
		path, why := present(file.Text)
		if why != "" {
			wrong.Set(why, look.BadText)
			s.Refresh()
			return
		}
		opened(path)
	}
	file.OnSubmitted = func(string) { accept() }
	browse := controls.NewButton("Browse…", controls.Quiet,
		func() { d.browseFiles(filters, opened, func() { d.Window.Canvas().Focus(file) }) }).
		WithTip("Shows the files of a folder")
	kinds := controls.NewParagraph(kindsOf(filters), 520, look.SizeSmall, look.Muted)
	body := controls.Stack(10, controls.Row(440, controls.Label("File"), file), kinds, wrong)
	s = d.OpenSheet(title, fyne.NewSize(560, 200+kinds.MinSize().Height), body, browse,
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }),
		controls.NewButton("Open", controls.Primary, accept))
	s.Accept = accept
	d.Window.Canvas().Focus(file)
	file.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd}) // the name is typed behind the folder
}

// kindsOf lists the kinds of file that can be opened, without the first where it puts the others together.
func kindsOf(filters []FileFilter) string {
	var kinds []string
	for _, f := range filters {
		if !slices.Contains(f.Extensions, "*") {
			kinds = append(kinds, f.Name)
		}
	}
	if len(kinds) > 1 {
		kinds = kinds[1:]
	}
	return strings.Join(kinds, " · ")
}

// replaces reports whether the text typed or pasted behind the folder is a whole path, which then takes the place of
// the text.
func replaces(folder, text string) (whole string, ok bool) {
	typed, behind := strings.CutPrefix(text, folder)
	if !behind || folder == "" {
		return "", false
	}
	ok = filepath.IsAbs(typed) || strings.HasPrefix(typed, string(filepath.Separator)) ||
		strings.HasPrefix(typed, "~"+string(filepath.Separator))
	return typed, ok
}

// browseFiles asks for a file with the toolkit's dialog; cancelled is called if none is chosen.
func (d *Dialogs) browseFiles(filters []FileFilter, then func(string), cancelled func()) {
	picker := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil {
			d.Fail("The file cannot be opened.", err)
			return
		}
		if r == nil {
			cancelled()
			return
		}
		path := r.URI().Path()
		_ = r.Close() // only its path is needed
		then(path)
	}, d.Window)
	picker.SetFilter(storage.NewExtensionFileFilter(extensions(filters)))
	if f := d.folder(); f != nil {
		picker.SetLocation(f)
	}
	picker.Show()
	picker.Resize(fyne.NewSize(860, 560)) // it has no size before it is shown
}
