package trees

import drawn "example.org/espalier/plotting/depict/trees"

// The parts of a [View] that change something: each asks the keeper of the view.
type (
	// Clades collapses, rotates and orders the clades of the tree shown.
	Clades struct{ t *View }
	// Groups cuts the tree shown into groups and changes them.
	Groups struct{ t *View }
	// Draws chooses among the draws of a sampler and their summaries.
	Draws struct{ t *View }
	// Walk moves the selection about the tree shown, and to what is searched for.
	Walk struct{ t *View }
)

// A Follower shows something of the tree that is shown, beside a [View].
type Follower interface {
	// Follow receives what the view shows now: its Source.
	Follow(s drawn.Shown)
}
