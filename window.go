//go:build !headless

package main

import (
	"espalier/ui"
	"espalier/ui/nativedialog"
)

// openWindow opens the window on a file, on "sample:NAME", or on a small sample
// when path is empty. It returns the exit status when the window is closed.
func openWindow(path, version string) int {
	return ui.Main(ui.Config{Path: path, Version: version, Chooser: nativedialog.New()})
}
