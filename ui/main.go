package ui

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/widget"
)

// Config is what the window needs from outside.
type Config struct {
	// Path is the file, or "sample:NAME", to open at start; "" opens a small sample.
	Path string
	// Version is shown in Help and written into figures.
	Version string
	// Chooser asks for files with the system's own dialog; nil asks with the toolkit's.
	Chooser FileChooser
}

// A FileChooser asks the user for a file. Its methods block until the user has
// answered and are called off the goroutine of the window. An empty path without
// an error means that the user cancelled; [ErrNoChooser] that no dialog could be
// shown, so that another one should be tried.
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

// Main opens the window and returns, when it is closed, the exit status of the program.
func Main(c Config) int {
	a := app.NewWithID("espalier")
	w := a.NewWindow("Espalier")
	w.SetContent(widget.NewLabel(c.Path))
	w.Resize(fyne.NewSize(1440, 900))
	w.ShowAndRun()
	return 0
}
