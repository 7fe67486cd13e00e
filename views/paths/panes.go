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
