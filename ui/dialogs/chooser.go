package dialogs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"example.org/espalier/views/guard"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
)

// A FileChooser asks the user for a file. Its methods block until the user has answered and are
// called off the goroutine of the window. An empty path without an error means that the user
// cancelled. [ErrNoChooser] means that no dialog could be shown, so the caller should try another
// one.
type FileChooser interface {
	Open(title string, filters []FileFilter) (path string, err error)
	Save(title, name string, filters []FileFilter) (path string, err error)
}

// A FileFilter names a kind of file and its extensions, without dots.
type FileFilter struct {
	Name       string
	Extensions []string
}

// ErrNoChooser is returned by a [FileChooser] that cannot show its dialog.
var ErrNoChooser = errors.New("ui: no file dialog could be shown")

// prefFolder remembers the folder of the file chosen last.
const prefFolder = "folder"

// ChooseOpen asks for a file and calls then with its path, unless the user cancels.
func (d *Dialogs) ChooseOpen(title string, filters []FileFilter, then func(path string)) {
	d.choose(func(c FileChooser) (string, error) { return c.Open(title, filters) },
		func() { d.plainOpen(filters, then) }, then)
}

// ChooseSave asks where to save, and adds the extension where none was typed.
func (d *Dialogs) ChooseSave(title, name string, filters []FileFilter, then func(path string)) {
	complete := func(path string) {
		if filepath.Ext(path) == "" && len(filters) > 0 {
			path += "." + filters[0].Extensions[0]
		}
		then(path)
	}
	d.choose(func(c FileChooser) (string, error) { return c.Save(title, name, filters) },
		func() { d.plainSave(name, filters, complete) }, complete)
}

// choose asks with the system's dialog or, without one, with the toolkit's.
func (d *Dialogs) choose(ask func(FileChooser) (string, error), plain func(), then func(string)) {
	if d.Chooser == nil {
		plain()
		return
	}
	d.Background(func(context.Context) func() {
		path, err := guard.Call(func() (string, error) { return ask(d.Chooser) })
		return func() {
			switch {
			case errors.Is(err, ErrNoChooser):
				d.Chooser = nil
				plain()
			case err != nil:
				d.Fail("The file dialog failed.", err)
			case path != "":
				if absolute, err := filepath.Abs(path); err == nil {
					path = absolute
				}
				d.App.Preferences().SetString(prefFolder, filepath.Dir(path))
				then(path)
			}
		}
	})
}

func extensions(filters []FileFilter) []string {
	var all []string
	for _, f := range filters {
		for _, e := range f.Extensions {
			if e != "*" {
				all = append(all, "."+e)
			}
		}
	}
	return all
}

func (d *Dialogs) folder() fyne.ListableURI {
	folder := d.App.Preferences().String(prefFolder)
	if folder == "" {
		folder, _ = os.UserHomeDir()
	}
	uri, err := storage.ListerForURI(storage.NewFileURI(folder))
	if err != nil {
		return nil
	}
	return uri
}

func (d *Dialogs) plainOpen(filters []FileFilter, then func(string)) {
	picker := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil {
			d.Fail("The file cannot be opened.", err)
			return
		}
		if r == nil {
			return
		}
		path := r.URI().Path()
		_ = r.Close() // only its path is needed
		d.App.Preferences().SetString(prefFolder, filepath.Dir(path))
		then(path)
	}, d.Window)
	picker.SetFilter(storage.NewExtensionFileFilter(extensions(filters)))
	if f := d.folder(); f != nil {
		picker.SetLocation(f)
	}
	picker.Show()
	picker.Resize(fyne.NewSize(860, 560)) // it has no size before it is shown
}

// plainSave asks for a folder and a name. The toolkit's save dialog creates the file before
// anything is written, so it is used only to ask for the folder.
func (d *Dialogs) plainSave(name string, filters []FileFilter, then func(string)) {
	picker := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if err != nil {
			d.Fail("The folder cannot be used.", err)
			return
		}
		if folder == nil {
			return
		}
		path := filepath.Join(folder.Path(), name)
		d.App.Preferences().SetString(prefFolder, folder.Path())
		if _, err := os.Stat(path); err == nil {
			d.Confirm("Replace "+name+"?", folder.Path()+" already has a file of this name.", "Replace", func() { then(path) })
			return
		}
		then(path)
	}, d.Window)
	if f := d.folder(); f != nil {
		picker.SetLocation(f)
	}
	picker.SetConfirmText("Save " + strings.TrimSpace(name) + " here")
	picker.Show()
	picker.Resize(fyne.NewSize(860, 560)) // it has no size before it is shown
}
