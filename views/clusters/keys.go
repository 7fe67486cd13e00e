package clusters

import "example.org/espalier/views/screen"

// Shortcuts returns the keys of the views of models without a tree, for the help.
func Shortcuts() (list []screen.Shortcut) {
	list = screen.Help(list, clustersCommands)
	list = screen.Help(list, loadingsCommands)
	list = screen.Help(list, membershipsCommands)
	list = screen.Help(list, templatesCommands)
	list = screen.Help(list, componentsCommands)
	list = screen.Help(list, confusionCommands)
	list = screen.Help(list, columnsCommands)
	return list
}
