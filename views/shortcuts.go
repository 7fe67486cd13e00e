package views

import "slices"

// lookKeys are the keys and gestures of every view.
var lookKeys = []Shortcut{
	newShortcut("0, F", "Fit the whole figure", "Look"),
	newShortcut("+, −", "Zoom in and out", "Look"),
	newShortcut("← → ↑ ↓", "Move", "Look"),
	newShortcut("Page Up, Page Down", "Move by a view", "Look"),
	newShortcut("Home, End", "Go to the first or the last leaf", "Look"),
	newShortcut("Wheel", "Move up and down; with Shift, sideways", "Look"),
	newShortcut("Ctrl+wheel", "Zoom at the pointer along the leaves, or in a matrix along the side with small cells; with Shift along time, or sideways", "Look"),
	newShortcut("Drag", "Move; on the line of a cut, move the cut", "Look"),
	newShortcut("Double click", "Zoom to a clade; outside the tree, fit the figure", "Look"),
	newShortcut("Shift+click", "Add to the selection, or remove from it", "Look"),
	newShortcut("Tab", "Go to the next part of the window", "Look"),
}

// Shortcuts returns the keys and gestures of all views in the order of the help.
func Shortcuts() []Shortcut {
	return slices.Concat(treeShortcuts(), compareShortcuts(), pathShortcuts(), clusterShortcuts(), factorShortcuts(), runShortcuts(), lookKeys)
}

// OfTree reports whether a key or gesture is one of the tree, or of every view; others
// belong to the figure that their group names.
func OfTree(s Shortcut) bool {
	in := func(k Shortcut) bool { return k.Group == s.Group }
	return slices.ContainsFunc(lookKeys, in) || slices.ContainsFunc(treeShortcuts(), in)
}
