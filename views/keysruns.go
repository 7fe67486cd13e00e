package views

// runShortcuts returns the keys of the views of runs, for the help.
func runShortcuts() (list []Shortcut) {
	list = helpOf(list, traceCommands)
	list = helpOf(list, heldOutCommands)
	return list
}
