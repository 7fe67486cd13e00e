package tree

import "math"

// A Tree is a rooted tree with times. Diffusion starts at the origin at time 0, runs along the top
// segment to the Top node, and ends at the leaves, usually at time 1. Branch points have two or
// more children.
//
// Nodes are numbered: leaf i of the data is node i, for 0 ≤ i < len(Names);
// branch points follow in any order. A Tree is immutable once published.
type Tree struct {
	Names    []string // of the leaves, by node number
	Top      int      // the topmost node; a single leaf is its own top
	Parent   []int    // of each node; -1 for Top
	Children [][]int  // of each node; nil for leaves; the order is the drawing order
	// LogTime is ℓ = −log(1−t) of each node, with t its time in [0,1]; +Inf for a leaf at time 1.
	// Late branch points differ in ℓ even where they no longer differ in t.
	LogTime []float64
	// Support is the support of each branch point's clade, in [0,1]; nil if there is none.
	Support []float64
	// Before are supports of other kinds that a file gives before Support, in its order, in [0,1]: SH-aLRT before the
	// ultrafast bootstrap (IQ-TREE). One list for each node, nil for none; nil if there are none at all. They are no
	// part of results.
	Before [][]float64
}

// SupportText writes all supports of node v in the order of their file, each by a function: "95.5/100"; "" without one.
func (t *Tree) SupportText(v int, write func(share float64) string) string {
	if v >= len(t.Support) || t.IsLeaf(v) || math.IsNaN(t.Support[v]) {
		return ""
	}
	text := ""
	if t.Before != nil {
		for _, s := range t.Before[v] {
			text += write(s) + "/"
		}
	}
	return text + write(t.Support[v])
}

// Leaves returns the number of leaves.
func (t *Tree) Leaves() int { return len(t.Names) }

// Nodes returns the number of nodes, leaves included.
func (t *Tree) Nodes() int { return len(t.Parent) }

// Time returns t = 1 − exp(−ℓ) of node v, in [0,1].
func (t *Tree) Time(v int) float64 { return -math.Expm1(-t.LogTime[v]) }

// IsLeaf reports whether node v is a leaf.
func (t *Tree) IsLeaf(v int) bool { return v < len(t.Names) }
