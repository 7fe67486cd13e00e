package study

import "slices"

// An Ordering is the order in which the children of branch points are drawn.
type Ordering struct {
	Kind OrderingKind `json:"kind,omitempty"`
	Name string       `json:"name,omitempty"` // of the column or annotation
}

// OrderingKind is a way to order children.
type OrderingKind string

// The orderings.
const (
	AsFound      OrderingKind = ""           // as the model gives them
	Ladder       OrderingKind = "ladder"     // fewest leaves first
	ByColumn     OrderingKind = "column"     // by the mean of a column of the data
	ByAnnotation OrderingKind = "annotation" // by the mean place of an annotation's levels
)

// Edits are the user's changes to the trees of a table. Clades are sets of rows, never node
// numbers, so that edits apply to the next tree too; a set that is not a clade of the tree shown is
// kept, without effect, until a tree has it again. An Edits is a value: its methods return new
// ones, and its slices are never modified.
type Edits struct {
	Collapsed []Set    `json:"collapsed,omitempty"` // clades drawn as one wedge
	Rotated   []Set    `json:"rotated,omitempty"`   // clades whose children are in reversed order
	Order     Ordering `json:"order,omitzero"`
}

// IsCollapsed reports whether a clade is drawn as a wedge.
func (e Edits) IsCollapsed(rows []int) bool { return IndexOf(e.Collapsed, SetOf(rows)) >= 0 }

// WithCollapsed collapses or expands a clade.
func (e Edits) WithCollapsed(rows []int, collapsed bool) Edits {
	if e.IsCollapsed(rows) != collapsed {
		e.Collapsed = ToggledIn(e.Collapsed, SetOf(rows))
	}
	return e
}

// WithOpen expands the collapsed clades that hide a row.
func (e Edits) WithOpen(row int) Edits {
	hides := func(rows Set) bool { _, in := slices.BinarySearch(rows, row); return in }
	if slices.ContainsFunc(e.Collapsed, hides) {
		e.Collapsed = slices.DeleteFunc(slices.Clone(e.Collapsed), hides)
	}
	return e
}

// WithRotation reverses the children of a clade's branch point, or restores their order.
func (e Edits) WithRotation(rows []int) Edits {
	e.Rotated = ToggledIn(e.Rotated, SetOf(rows))
	return e
}

// WithOrder orders the children of all branch points again and forgets rotations.
func (e Edits) WithOrder(o Ordering) Edits {
	e.Order, e.Rotated = o, nil
	return e
}
