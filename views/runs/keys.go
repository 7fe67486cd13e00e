package runs

import (
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// Shortcuts returns the keys of the views of runs, for the help.
func Shortcuts() (list []screen.Shortcut) {
	list = pane.Shortcuts("Trace")
	list = screen.Help(list, boardCommands)
	list = screen.Help(list, crossingCommands)
	return list
}
