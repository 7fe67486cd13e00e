package timetree

import "math"

// Arrays are the structure and times of a tree in arrays over slots, with the children of a node in a slice. A search
// uses them, which asks for a child by its place; see [Tree] for the form of a sampler.
type Arrays struct {
	N      int // leaves, the first slots; the others are branch points or free
	Top    int32
	Parent []int32 // −1 for the top node, Absent for nodes that are not in the tree
	Kids   [][]int32
	Ell    []float64 // −log(1−t); +Inf for leaves
	Rem    []float64 // 1−t = exp(−ell)
	Free   []int32   // free slots, the last one is taken first
	Order  []int32   // of Preorder
}

// NewArrays returns a tree of n leaves that are not in it yet, with 2n slots.
func NewArrays(n int) Arrays {
	slots := 2 * n
	t := Arrays{N: n, Top: Absent, Parent: make([]int32, slots), Kids: make([][]int32, slots), Ell: make([]float64, slots),
		Rem:   make([]float64, slots),
		Order: make([]int32, 0, slots)}
	for v := range t.Parent {
		t.Parent[v] = Absent
	}
	for v := range n {
		t.Ell[v] = math.Inf(1)
	}
	for v := slots - 1; v >= n; v-- {
		t.Free = append(t.Free, int32(v))
	}
	return t
}

// IsLeaf reports whether a slot is a leaf.
func (t *Arrays) IsLeaf(v int32) bool { return int(v) < t.N }

// ParentRem returns the time remaining at the upper end of the branch above v.
func (t *Arrays) ParentRem(v int32) float64 {
	if p := t.Parent[v]; p >= 0 {
		return t.Rem[p]
	}
	return 1
}

// ParentEll returns ℓ there.
func (t *Arrays) ParentEll(v int32) float64 {
	if p := t.Parent[v]; p >= 0 {
		return t.Ell[p]
	}
	return 0
}

// SetTime sets the time of v.
func (t *Arrays) SetTime(v int32, ell float64) { t.Ell[v], t.Rem[v] = ell, math.Exp(-ell) }

// SetRem sets the time of v by the time that remains, 1−t.
func (t *Arrays) SetRem(v int32, rem float64) { t.Ell[v], t.Rem[v] = -math.Log(rem), rem }

// Take returns a free slot for a new branch point.
func (t *Arrays) Take() int32 {
	v := t.Free[len(t.Free)-1]
	t.Free = t.Free[:len(t.Free)-1]
	return v
}

// Release frees a slot.
func (t *Arrays) Release(v int32) {
	t.Parent[v], t.Kids[v] = Absent, t.Kids[v][:0]
	t.Free = append(t.Free, v)
}

// Preorder fills t.order with the nodes from the top down, parents first.
func (t *Arrays) Preorder() []int32 {
	t.Order = append(t.Order[:0], t.Top)
	for i := 0; i < len(t.Order); i++ {
		t.Order = append(t.Order, t.Kids[t.Order[i]]...)
	}
	return t.Order
}
