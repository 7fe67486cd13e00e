// Package timetree holds the structure of a rooted tree and the times of its branch points while both change, as a
// sampler changes them: subtrees are detached and attached, times move. It knows nothing of data or of a prior.
//
// A time is kept as ℓ = −log(1−t), together with the time that remains, 1−t. Differences of the latter are accurate
// where t itself is 1 to rounding. Leaves are at t = 1.
package timetree

import "math"

// Absent is the parent of a node that is not in the tree: a free slot, or the root of a detached subtree.
const Absent = -2

// A Tree has its nodes in one array. The first N slots are the leaves, the others branch points or free. Children are
// linked in a list; a change of it touches a few nodes and allocates nothing.
//
// Which slot a branch point has is part of the state of a Markov chain. The slots in use and the order of those that
// are free make N−1 factorial states of each tree, whatever its number of branch points; slots are freed to and taken
// from the end of the list, which maps these states one to one in every move. So it is exact to visit the slots in an
// order that does not depend on the tree.
type Tree struct {
	N    int
	Top  int32
	Node []Node  // 2N−1 slots
	Free []int32 // the last one is taken first

	order []int32 // scratch of Preorder
}

// A Node is a slot.
type Node struct {
	Parent int32 // −1 for the top node, or Absent
	First  int32 // child; −1 for leaves
	Next   int32 // sibling; −1 after the last
	Size   int32 // leaves below; whoever changes the tree keeps it
	Kids   int32
	Ell    float64 // −log(1−t); +Inf for leaves
	Rem    float64 // 1−t
}

// New returns a tree of n leaves that are not in it yet, and no free slots.
func New(n int) Tree {
	t := Tree{N: n, Top: Absent, Node: make([]Node, 2*n-1)}
	for v := range t.Node {
		t.Node[v] = Node{Parent: Absent, First: -1, Next: -1}
	}
	for v := range n {
		t.Node[v].Size, t.Node[v].Ell = 1, math.Inf(1)
	}
	return t
}

// IsLeaf reports whether a slot is a leaf.
func (t *Tree) IsLeaf(v int32) bool { return int(v) < t.N }

// ParentRem returns the time that remains at the upper end of the branch above v.
func (t *Tree) ParentRem(v int32) float64 {
	if p := t.Node[v].Parent; p >= 0 {
		return t.Node[p].Rem
	}
	return 1
}

// ParentEll returns ℓ there.
func (t *Tree) ParentEll(v int32) float64 {
	if p := t.Node[v].Parent; p >= 0 {
		return t.Node[p].Ell
	}
	return 0
}

// SetEll sets the time of v.
func (t *Tree) SetEll(v int32, ell float64) { t.Node[v].Ell, t.Node[v].Rem = ell, math.Exp(-ell) }

// Points returns the number of branch points.
func (t *Tree) Points() float64 { return float64(len(t.Node) - t.N - len(t.Free)) }

// InUse reports whether slot v is a node of the tree.
func (t *Tree) InUse(v int32) bool { return t.Node[v].Parent != Absent }

// Preorder returns the nodes from the top down, parents first, in memory that the next call uses again.
func (t *Tree) Preorder() []int32 {
	t.order = append(t.order[:0], t.Top)
	for i := 0; i < len(t.order); i++ {
		for b := t.Node[t.order[i]].First; b >= 0; b = t.Node[b].Next {
			t.order = append(t.order, b)
		}
	}
	return t.order
}

// LastOrder returns the latest result of Preorder.
func (t *Tree) LastOrder() []int32 { return t.order }

// Holds reports whether v is in the tree, not in a detached subtree.
func (t *Tree) Holds(v int32) bool {
	for t.Node[v].Parent >= 0 {
		v = t.Node[v].Parent
	}
	return v == t.Top
}
