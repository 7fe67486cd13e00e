package ui

// Names of tabs.
const (
	tabClusters       = "Clusters"
	tabLoadings       = "Loadings"
	tabTemplates      = "Templates"
	tabComponents     = "Components"
	tabMemberships    = "Memberships"
	tabClasses        = "Classes"
	tabFeatures       = "Features"
	tabActivities     = "Activities"
	tabReconstruction = "Reconstruction"
	tabFactors        = "Factors"
	tabRanking        = "Ranking"
	tabByGroup        = "By group"
	tabNumber         = "Number"
	tabPaths          = "Paths"
	tabDensity        = "Density"
	tabMatrix         = "Matrix"
	tabDiagnostics    = "Diagnostics"
	tabBoard          = "Board"
)
