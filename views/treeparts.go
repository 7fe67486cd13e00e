package views

// The parts of a [TreeView] that do something: each asks the keeper of the view for changes.
type (
	// TreeClades collapses, rotates and orders the clades of the tree shown.
	TreeClades struct{ t *TreeView }
	// TreeGroups cuts the tree shown into groups and changes them.
	TreeGroups struct{ t *TreeView }
	// TreeDraws chooses among the draws of a sampler and what stands for them.
	TreeDraws struct{ t *TreeView }
	// TreeWalk moves the selection about the tree shown, and to what is searched for.
	TreeWalk struct{ t *TreeView }
)
