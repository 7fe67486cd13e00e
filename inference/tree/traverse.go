package tree

import "math"

// PreOrder returns all nodes, parents before children, children in drawing order and each subtree
// contiguous.
func (t *Tree) PreOrder() []int { return t.preOrder(t.Top, make([]int, 0, len(t.Parent))) }

// preOrder appends the nodes at and below v to order.
func (t *Tree) preOrder(v int, order []int) []int {
	stack := []int{v}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, v)
		children := t.Children[v]
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, children[i])
		}
	}
	return order
}

// LeavesBelow returns the leaves at or below node v, in drawing order.
func (t *Tree) LeavesBelow(v int) []int {
	var leaves []int
	stack := []int{v}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.IsLeaf(v) {
			leaves = append(leaves, v)
			continue
		}
		children := t.Children[v]
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, children[i])
		}
	}
	return leaves
}

// LeafOrder returns all leaves in drawing order.
func (t *Tree) LeafOrder() []int { return t.LeavesBelow(t.Top) }

// LeafCounts returns the number of leaves at or below each node.
func (t *Tree) LeafCounts() []int {
	count := make([]int, len(t.Parent))
	order := t.PreOrder()
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) {
			count[v] = 1
		}
		if p := t.Parent[v]; p >= 0 {
			count[p] += count[v]
		}
	}
	return count
}

// FindClade returns the smallest node with all the given leaves below it, and whether it has no
// others. It returns -1 and false if there are no rows, or a row is not a leaf of the tree.
// Repeated rows count once.
func (t *Tree) FindClade(rows []int) (node int, ok bool) {
	asked := make([]bool, len(t.Names))
	distinct := 0
	for _, r := range rows {
		if r < 0 || r >= len(t.Names) {
			return -1, false
		}
		if !asked[r] {
			asked[r] = true
			distinct++
		}
	}
	if distinct == 0 {
		return -1, false
	}
	order := t.PreOrder()
	count, inside := make([]int, len(t.Parent)), make([]int, len(t.Parent))
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) {
			count[v] = 1
			if asked[v] {
				inside[v] = 1
			}
		}
		// The first node, from the leaves up, that holds all rows is the smallest: in reversed
		// pre-order every node follows all nodes below it.
		if inside[v] == distinct {
			return v, count[v] == distinct
		}
		if p := t.Parent[v]; p >= 0 {
			count[p] += count[v]
			inside[p] += inside[v]
		}
	}
	return -1, false
}

// SharedTime returns the time in [0,1] at which the paths to leaves i and j part: that of their
// most recent common ancestor, or of the leaf itself if i = j. It takes time proportional to the
// depth of the tree; for many pairs see Tree.ancestors.
func (t *Tree) SharedTime(i, j int) float64 { return t.Time(t.CommonAncestor(i, j)) }

// CommonAncestor returns the lowest node at or above both nodes i and j, in time
// proportional to the depth of the tree.
func (t *Tree) CommonAncestor(i, j int) int {
	di, dj := t.level(i), t.level(j)
	for ; di > dj; di-- {
		i = t.Parent[i]
	}
	for ; dj > di; dj-- {
		j = t.Parent[j]
	}
	for i != j {
		i, j = t.Parent[i], t.Parent[j]
	}
	return i
}

func (t *Tree) level(v int) int {
	d := 0
	for v = t.Parent[v]; v >= 0; v = t.Parent[v] {
		d++
	}
	return d
}

// LogTimeOf returns ℓ = −log(1−t) of a time t in [0,1].
func LogTimeOf(time float64) float64 { return -math.Log1p(-time) }

// Length returns the length in time of the branch above node v, accurate even close to time 1. The
// branch above Top is the top segment.
func (t *Tree) Length(v int) float64 {
	above := 0.0
	if p := t.Parent[v]; p >= 0 {
		above = t.LogTime[p]
	}
	if t.LogTime[v] == above {
		return 0
	}
	return math.Exp(-above) * -math.Expm1(above-t.LogTime[v])
}
