package dialogs

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"example.org/espalier/views/panics"

	"fyne.io/fyne/v2"
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
		func() { d.plainOpen(title, filters, then) }, then)
}

// ChooseSave asks where to save, and adds the extension where none was typed. The dialog has asked about a file
// that is there, unless it is the extension that makes it that one.
func (d *Dialogs) ChooseSave(title, name string, filters []FileFilter, then func(path string)) {
	d.choose(func(c FileChooser) (string, error) { return c.Save(title, name, filters) },
		func() { d.plainSave(title, name, filters, then) },
		func(typed string) {
			path := completed(typed, filters)
			if path == typed {
				then(path)
				return
			}
			d.unlessThere(path, func() { then(path) })
		})
}

// choose asks with the system's dialog or, without one, with the program's own.
func (d *Dialogs) choose(ask func(FileChooser) (string, error), plain func(), then func(string)) {
	if d.Chooser == nil {
		plain()
		return
	}
	d.Background(func(context.Context) func() {
		path, err := panics.Call(func() (string, error) { return ask(d.Chooser) })
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
