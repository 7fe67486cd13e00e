package factors

import "example.org/espalier/views/screen"

// Shortcuts returns the keys of the views of factor models, for the help.
func Shortcuts() (list []screen.Shortcut) {
	list = screen.Help(list, featuresCommands)
	list = screen.Help(list, activitiesCommands)
	list = screen.Help(list, reconstructionCommands)
	list = screen.Help(list, factorScatterCommands)
	list = screen.Help(list, factorLoadingsCommands)
	list = screen.Help(list, factorRankingCommands)
	list = screen.Help(list, factorGroupsCommands)
	list = screen.Help(list, factorCountsCommands)
	list = screen.Help(list, factorTruthCommands)
	return list
}
