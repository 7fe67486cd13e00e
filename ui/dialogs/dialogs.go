// Package dialogs shows the dialogs of a window: sheets in the window's own look, short messages,
// questions, and the choice of a file.
package dialogs

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"example.org/espalier/views/panics"

	"fyne.io/fyne/v2"
)

// Dialogs are the dialogs of one window. All fields but Chooser, Saved and Saving are required.
type Dialogs struct {
	App     fyne.App
	Window  fyne.Window
	Post    func(func())                 // calls a function on the goroutine of the window
	Context context.Context              // ends with the window
	Fail    func(what string, err error) // shows an error in the window
	Tell    func(text string)            // shows a remark in the window
	Chooser FileChooser                  // of the system; nil asks with the toolkit's dialogs
	// Saved tells that something was saved in a folder; nil tells it as Tell does.
	Saved func(text, folder string)
	// Saving shows the name of a file being saved, with a way to end it; "" when none is. Nil shows nothing.
	Saving func(what string, end func())

	sheets []*Sheet // open ones, the topmost last
	told   string   // a remark that the window shows now
}

// Background calls f on another goroutine, and the function that f returns on the window's.
func (d *Dialogs) Background(f func(ctx context.Context) func()) {
	go func() {
		if then := f(d.Context); then != nil && d.Context.Err() == nil {
			d.Post(then)
		}
	}()
}

// Write writes a file on another goroutine and shows in the window how it went.
func (d *Dialogs) Write(path string, write func() error) {
	d.WriteLong(path, func(context.Context, func(float64)) error { return write() })
}

// patience is how long a file may take until the window says that it is being written.
const patience = 300 * time.Millisecond

// WriteLong writes a file as [Dialogs.Write] does. Where that takes a while the window says so, with a way to end it,
// and the share that is done where write tells it. A file that is ended is not there.
func (d *Dialogs) WriteLong(path string, write func(ctx context.Context, tell func(share float64)) error) {
	name := filepath.Base(path)
	text, shown, over := "Writing "+name, false, false // of the goroutine of the window
	ctx, end := context.WithCancel(d.Context)
	show := func() {
		if shown = true; !over && d.Saving != nil {
			d.Saving(text, end)
		}
	}
	late := time.AfterFunc(patience, func() { d.Post(show) })
	told := 0
	tell := func(share float64) {
		if percent := int(100 * share); percent > told {
			told = percent
			d.Post(func() {
				if text = fmt.Sprintf("Writing %s, %d %%", name, percent); shown {
					show()
				}
			})
		}
	}
	d.Background(func(context.Context) func() {
		_, err := panics.Call(func() (struct{}, error) { return struct{}{}, write(ctx, tell) })
		late.Stop()
		return func() {
			ended := ctx.Err() != nil
			end()
			if over = true; d.Saving != nil {
				d.Saving("", nil)
			}
			folder := filepath.Dir(path)
			saved := "Saved " + name + " in " + folder + "."
			switch {
			case ended && err != nil:
				d.Tell(name + " was not written.")
			case err != nil:
				d.Fail("Could not save "+name+".", err)
			case d.Saved != nil:
				d.Saved(saved, folder)
			default:
				d.Tell(saved)
			}
		}
	})
}
