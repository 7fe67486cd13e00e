package tree

import (
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
)

// withChildren returns a copy of t that shares everything but the outer list of children.
func (t *Tree) withChildren() *Tree {
	c := *t
	c.Children = slices.Clone(t.Children)
	return &c
}

// Rotate returns a copy of t with the children of node v in reversed order.
func (t *Tree) Rotate(v int) *Tree {
	c := t.withChildren()
	if t.Children[v] != nil {
		c.Children[v] = slices.Clone(t.Children[v])
		slices.Reverse(c.Children[v])
	}
	return c
}

// OrderBy returns a copy of t in which the children of every node are sorted by the mean of key
// over their leaves, ascending. key has one value per leaf. NaN is left out of the means, and
// clades without any value go last. Equal children keep their order. It panics unless key has one
// value for each leaf.
func (t *Tree) OrderBy(key []float64) *Tree {
	if len(key) != len(t.Names) {
		panic("tree: OrderBy needs one value for each leaf")
	}
	sum, count := make([]float64, len(t.Parent)), make([]float64, len(t.Parent))
	order := t.PreOrder()
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) && !math.IsNaN(key[v]) {
			sum[v], count[v] = key[v], 1
		}
		if p := t.Parent[v]; p >= 0 {
			sum[p] += sum[v]
			count[p] += count[v]
		}
	}
	mean := sum
	for v := range mean {
		mean[v] /= count[v] // NaN where no leaf below has a value
	}
	return t.sorted(func(a, b int) int {
		x, y := mean[a], mean[b]
		switch {
		case x < y || math.IsNaN(y) && !math.IsNaN(x):
			return -1
		case x > y || math.IsNaN(x) && !math.IsNaN(y):
			return 1
		}
		return 0
	})
}

// Ladderize returns a copy of t in which the children of every node are sorted by their number of
// leaves, fewest first. Equal children keep their order.
func (t *Tree) Ladderize() *Tree {
	count := t.LeafCounts()
	return t.sorted(func(a, b int) int { return count[a] - count[b] })
}

// OrderByPosition returns a copy of t drawn as close to the given order of leaves as the branches
// allow: children are sorted by the mean position of their leaves. An order that the tree can show
// is shown exactly. It panics if order is not a permutation of the leaves.
func (t *Tree) OrderByPosition(order []int) *Tree {
	if len(order) != len(t.Names) {
		panic("tree: OrderByPosition needs each leaf once")
	}
	place := make([]float64, len(order))
	for i := range place {
		place[i] = -1
	}
	for i, r := range order {
		if r < 0 || r >= len(order) || place[r] >= 0 {
			panic("tree: OrderByPosition needs each leaf once")
		}
		place[r] = float64(i)
	}
	return t.OrderBy(place)
}

func (t *Tree) sorted(compare func(a, b int) int) *Tree {
	c := t.withChildren()
	for v, children := range t.Children {
		if !slices.IsSortedFunc(children, compare) {
			c.Children[v] = slices.Clone(children)
			stable.Sort(c.Children[v], compare)
		}
	}
	return c
}
