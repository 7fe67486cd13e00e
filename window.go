//go:build !headless

package main

import (
	"example.org/espalier/batch"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/ui"
	"example.org/espalier/ui/display"
	"example.org/espalier/ui/nativedialog"
)

// openWindow opens the window with a file, a sample, or nothing asked for, and
// returns the exit status when it is closed.
func openWindow(path string) int {
	return ui.Main(ui.Config{Path: path, Version: batch.Version, Software: batch.Software(), Chooser: nativedialog.New()})
}

// canTeach reports whether a teaching stage can be shown in the window.
func canTeach() bool { return display.Missing() == nil }

// openTeach opens the window at a teaching stage, with data behind it.
func openTeach(r teach.Request, path string) int {
	return ui.Main(ui.Config{Path: path, Teach: &r, Version: batch.Version, Software: batch.Software(),
		Chooser: nativedialog.New()})
}
