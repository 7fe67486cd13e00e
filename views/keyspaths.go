package views

// pathShortcuts returns the keys of the views of the locations of a tree, for the help.
func pathShortcuts() (list []Shortcut) {
	list = helpOf(list, pathsCommands)
	list = helpOf(list, densityCommands)
	return list
}
