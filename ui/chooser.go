package ui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
)

// chooseOpen asks for a file and hands over its path; nothing happens when the user cancels.
func (w *window) chooseOpen(title string, filters []FileFilter, then func(path string)) {
	w.choose(func(c FileChooser) (string, error) { return c.Open(title, filters) },
		func() { w.plainOpen(filters, then) }, then)
}

// chooseSave asks where to save, and adds the extension where none was typed.
func (w *window) chooseSave(title, name string, filters []FileFilter, then func(path string)) {
	complete := func(path string) {
		if filepath.Ext(path) == "" && len(filters) > 0 {
			path += "." + filters[0].Extensions[0]
		}
		then(path)
	}
	w.choose(func(c FileChooser) (string, error) { return c.Save(title, name, filters) },
		func() { w.plainSave(name, filters, complete) }, complete)
}

// choose asks with the system's dialog, and with the toolkit's where there is none.
func (w *window) choose(ask func(FileChooser) (string, error), plain func(), then func(string)) {
	if w.chooser == nil {
		plain()
		return
	}
	w.background(func(context.Context) func() {
		path, err := guarded(func() (string, error) { return ask(w.chooser) })
		return func() {
			switch {
			case errors.Is(err, ErrNoChooser):
				w.chooser = nil
				plain()
			case err != nil:
				w.ws.fail("The file dialog failed.", err)
			case path != "":
				if absolute, err := filepath.Abs(path); err == nil {
					path = absolute
				}
				w.app.Preferences().SetString(prefFolder, filepath.Dir(path))
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

func (w *window) folder() fyne.ListableURI {
	folder := w.app.Preferences().String(prefFolder)
	if folder == "" {
		folder, _ = os.UserHomeDir()
	}
	uri, err := storage.ListerForURI(storage.NewFileURI(folder))
	if err != nil {
		return nil
	}
	return uri
}

func (w *window) plainOpen(filters []FileFilter, then func(string)) {
	d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil {
			w.ws.fail("The file cannot be opened.", err)
			return
		}
		if r == nil {
			return
		}
		path := r.URI().Path()
		_ = r.Close() // only its path was wanted
		w.app.Preferences().SetString(prefFolder, filepath.Dir(path))
		then(path)
	}, w.win)
	d.SetFilter(storage.NewExtensionFileFilter(extensions(filters)))
	if f := w.folder(); f != nil {
		d.SetLocation(f)
	}
	d.Resize(fyne.NewSize(860, 560))
	d.Show()
}

// plainSave asks for a folder and a name. The toolkit's own dialog for saving makes
// the file before anything is written into it, so only the folder is asked with it.
func (w *window) plainSave(name string, filters []FileFilter, then func(string)) {
	d := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if err != nil {
			w.ws.fail("The folder cannot be used.", err)
			return
		}
		if folder == nil {
			return
		}
		path := filepath.Join(folder.Path(), name)
		w.app.Preferences().SetString(prefFolder, folder.Path())
		if _, err := os.Stat(path); err == nil {
			w.confirm("Replace "+name+"?", folder.Path()+" already has a file of this name.", "Replace", func() { then(path) })
			return
		}
		then(path)
	}, w.win)
	if f := w.folder(); f != nil {
		d.SetLocation(f)
	}
	d.SetConfirmText("Save " + strings.TrimSpace(name) + " here")
	d.Resize(fyne.NewSize(860, 560))
	d.Show()
}
