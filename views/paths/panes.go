package paths

import (
	"example.org/espalier/plotting"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// Panes returns the panes of paths and of their density, in the order of their tabs.
func Panes(post screen.Post, style plotting.Style) []pane.Pane {
	return []pane.Pane{NewDiffusionView(post, style), NewDensityView(post, style)}
}

// Shortcuts returns the keys of the views of the locations of a tree, for the help.
func Shortcuts() []screen.Shortcut {
	return append(pane.Shortcuts("Paths", "Density"), screen.NewShortcut("P", "Play or pause time", "Paths"))
}
