package views

import (
	"slices"

	"example.org/espalier/views/clusters"
	"example.org/espalier/views/columns"
	"example.org/espalier/views/compare"
	"example.org/espalier/views/factors"
	"example.org/espalier/views/network"
	"example.org/espalier/views/paths"
	"example.org/espalier/views/runs"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/trees"
)

// lookKeys are the keys and gestures of every view.
var lookKeys = []screen.Shortcut{
	screen.NewShortcut("0, F", "Fit the whole figure", "Look"),
	screen.NewShortcut("+, −", "Zoom in and out", "Look"),
	screen.NewShortcut("← → ↑ ↓", "Move", "Look"),
	screen.NewShortcut("Page Up, Page Down", "Move by one screen", "Look"),
	screen.NewShortcut("Home, End", "Go to the first or the last leaf", "Look"),
	screen.NewShortcut("Wheel", "Move up and down; with Shift, sideways", "Look"),
	screen.NewShortcut("Ctrl+wheel", "Zoom at the pointer along the leaves, or in a matrix along the side with small "+
		"cells; with Shift, along time or sideways", "Look"),
	screen.NewShortcut("Shift+← → ↑ ↓", "Go from cell to cell of a heat map: row, column and value", "Look"),
	screen.NewShortcut("Drag", "Move the figure; or move the cut, the border of a heat map, or an end of its colours "+
		"(double click: reset)", "Look"),
	screen.NewShortcut("Ctrl+drag",
		"Draw a lasso around points to select them; with Shift, to add them. Esc cancels", "Look"),
	screen.NewShortcut("Double click", "Zoom to a clade; outside the tree, fit the figure", "Look"),
	screen.NewShortcut("Shift+click", "Add to the selection, or remove from it", "Look"),
	screen.NewShortcut("Tab", "Go to the next part of the window", "Look"),
}

// Shortcuts returns the keys and gestures of all views in the order of the help.
func Shortcuts() []screen.Shortcut {
	return slices.Concat(trees.Shortcuts(), compare.Shortcuts(), paths.Shortcuts(), clusters.Shortcuts(),
		columns.Shortcuts(), network.Shortcuts(), factors.Shortcuts(), runs.Shortcuts(), lookKeys)
}

// OfTree reports whether a key or gesture is one of the tree, or of every view; others
// belong to the figure that their group names.
func OfTree(s screen.Shortcut) bool {
	in := func(k screen.Shortcut) bool { return k.Group == s.Group }
	return slices.ContainsFunc(lookKeys, in) || slices.ContainsFunc(trees.Shortcuts(), in)
}
