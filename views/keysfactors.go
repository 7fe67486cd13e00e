package views

// factorShortcuts returns the keys of the views of factor models, for the help.
func factorShortcuts() (list []Shortcut) {
	list = helpOf(list, featuresCommands)
	list = helpOf(list, activitiesCommands)
	list = helpOf(list, reconstructionCommands)
	list = helpOf(list, factorLoadingsCommands)
	list = helpOf(list, factorRankingCommands)
	list = helpOf(list, factorGroupsCommands)
	return list
}
