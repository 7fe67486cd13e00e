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
}

// Leaves returns the number of leaves.
func (t *Tree) Leaves() int { return len(t.Names) }

// Nodes returns the number of nodes, leaves included.
func (t *Tree) Nodes() int { return len(t.Parent) }

// Time returns t = 1 − exp(−ℓ) of node v, in [0,1].
func (t *Tree) Time(v int) float64 { return -math.Expm1(-t.LogTime[v]) }

// IsLeaf reports whether node v is a leaf.
func (t *Tree) IsLeaf(v int) bool { return v < len(t.Names) }
