package views

// clusterShortcuts returns the keys of the views of models without a tree, for the help.
func clusterShortcuts() (list []Shortcut) {
	list = helpOf(list, clustersCommands)
	list = helpOf(list, loadingsCommands)
	list = helpOf(list, membershipsCommands)
	list = helpOf(list, templatesCommands)
	list = helpOf(list, componentsCommands)
	list = helpOf(list, confusionCommands)
	return list
}
