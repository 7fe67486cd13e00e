package paths

import "example.org/espalier/views/screen"

// Shortcuts returns the keys of the views of the locations of a tree, for the help.
func Shortcuts() (list []screen.Shortcut) {
	list = screen.Help(list, pathsCommands)
	list = screen.Help(list, densityCommands)
	return list
}
