package tree

import (
	"math"
)

// Restrict returns the tree of the given leaves alone. Branch points left with one child are
// removed; times and supports stay. Leaf i of the result is leaf rows[i] of t. It panics if rows is
// empty, repeats a leaf or contains a number that is not a leaf.
func (t *Tree) Restrict(rows []int) *Tree {
	if len(rows) == 0 {
		panic("tree: Restrict needs at least one leaf")
	}
	number := make([]int, len(t.Parent)) // number in the result, of the node or of the one that replaces it
	for v := range number {
		number[v] = -1
	}
	r := &Tree{Names: make([]string, len(rows)), LogTime: make([]float64, len(rows)), Children: make([][]int, len(rows))}
	if t.Support != nil {
		r.Support = make([]float64, len(rows))
	}
	if t.Before != nil {
		r.Before = make([][]float64, len(rows))
	}
	copyNode := func(to, v int) {
		r.LogTime[to] = t.LogTime[v]
		if t.Before != nil {
			r.Before[to] = t.Before[v]
		}
		if t.Support != nil {
			r.Support[to] = t.Support[v]
		}
	}
	for i, v := range rows {
		if v < 0 || v >= len(t.Names) || number[v] >= 0 {
			panic("tree: Restrict needs distinct leaves of the tree")
		}
		number[v] = i
		r.Names[i] = t.Names[v]
		copyNode(i, v)
	}
	order := t.PreOrder()
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) {
			continue
		}
		var kept []int
		for _, c := range t.Children[v] {
			if number[c] >= 0 {
				kept = append(kept, number[c])
			}
		}
		switch len(kept) {
		case 0:
		case 1:
			number[v] = kept[0]
		default:
			number[v] = len(r.LogTime)
			r.LogTime = append(r.LogTime, 0)
			r.Children = append(r.Children, kept)
			if t.Support != nil {
				r.Support = append(r.Support, 0)
			}
			if t.Before != nil {
				r.Before = append(r.Before, nil)
			}
			copyNode(number[v], v)
		}
	}
	r.Top = number[t.Top]
	r.Parent = make([]int, len(r.LogTime))
	r.Parent[r.Top] = -1
	for v, children := range r.Children {
		for _, c := range children {
			r.Parent[c] = v
		}
	}
	return r
}

// AtTimeOne reports whether every leaf is at time 1.
func (t *Tree) AtTimeOne() bool {
	for v := range t.Names {
		if !math.IsInf(t.LogTime[v], 1) {
			return false
		}
	}
	return true
}
