// Package dialogs shows the dialogs of a window: sheets in the window's own look, short messages,
// questions, and the choice of a file.
package dialogs

import (
	"context"
	"path/filepath"

	"example.org/espalier/views/panics"

	"fyne.io/fyne/v2"
)

// Dialogs are the dialogs of one window. All fields but Chooser are required.
type Dialogs struct {
	App     fyne.App
	Window  fyne.Window
	Post    func(func())                 // calls a function on the goroutine of the window
	Context context.Context              // ends with the window
	Fail    func(what string, err error) // shows an error in the window
	Tell    func(text string)            // shows a remark in the window
	Chooser FileChooser                  // of the system; nil asks with the toolkit's dialogs

	sheets []*Sheet // open ones, the topmost last
	told   string   // a remark that the window shows now
}

// Background calls f on another goroutine; what f returns is called on the window's.
func (d *Dialogs) Background(f func(ctx context.Context) func()) {
	go func() {
		if then := f(d.Context); then != nil && d.Context.Err() == nil {
			d.Post(then)
		}
	}()
}

// Write writes a file on another goroutine and shows in the window how it went.
func (d *Dialogs) Write(path string, write func() error) {
	d.Background(func(context.Context) func() {
		_, err := panics.Call(func() (struct{}, error) { return struct{}{}, write() })
		return func() {
			if err != nil {
				d.Fail("Could not save "+filepath.Base(path)+".", err)
				return
			}
			d.Tell("Saved " + filepath.Base(path) + " in " + filepath.Dir(path) + ".")
		}
	})
}
