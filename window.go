//go:build !headless

package main

import (
	"espalier/batch"
	"espalier/ui"
	"espalier/ui/nativedialog"
)

// openWindow opens the window with a file, a sample, or nothing asked for, and
// returns the exit status when it is closed.
func openWindow(path string) int {
	return ui.Main(ui.Config{Path: path, Version: batch.Version, Chooser: nativedialog.New()})
}
