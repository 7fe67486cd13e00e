// Package shapes has the shapes of trees: trees without names and times.
package shapes

import (
	"cmp"
	"slices"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/tree"
)

// A Shape is a tree without names and times: a leaf, or a branch point over two shapes or
// more, in a fixed order.
type Shape struct {
	Leaves   int
	Children []Shape // nil for a leaf
}

// String writes a leaf as o and a branch point as brackets: "((oo)o)".
func (s Shape) String() string {
	if s.Children == nil {
		return "o"
	}
	var b strings.Builder
	b.WriteByte('(')
	for _, c := range s.Children {
		b.WriteString(c.String())
	}
	b.WriteByte(')')
	return b.String()
}

// join makes a branch point over shapes, which it sorts.
func join(children []Shape) Shape {
	stable.SortFunc(children, func(a, b Shape) int {
		if c := cmp.Compare(b.Leaves, a.Leaves); c != 0 {
			return c
		}
		return cmp.Compare(a.String(), b.String())
	})
	s := Shape{Children: children}
	for _, c := range children {
		s.Leaves += c.Leaves
	}
	return s
}

// All lists the shapes of n ≥ 1 leaves: 1, 1, 2, 5, 12, 33, 90 for n from 1 to 7.
func All(n int) []Shape {
	table := [][]Shape{1: {{Leaves: 1}}}
	for m := 2; m <= n; m++ {
		var list []Shape
		var parts []Shape
		// Children in descending order, each no later in the list of its size than the one
		// before of the same size.
		var fill func(left, most, from int)
		fill = func(left, most, from int) {
			if left == 0 {
				if len(parts) > 1 {
					list = append(list, join(slices.Clone(parts)))
				}
				return
			}
			for size := min(most, left, m-1); size >= 1; size-- {
				first := 0
				if size == most {
					first = from
				}
				for k := first; k < len(table[size]); k++ {
					parts = append(parts, table[size][k])
					fill(left-size, size, k)
					parts = parts[:len(parts)-1]
				}
			}
		}
		fill(m, m, 0)
		table = append(table, list)
	}
	return table[n]
}

// Of returns the shape of a tree.
func Of(t *tree.Tree) Shape {
	shapes := make([]Shape, t.Nodes())
	order := t.PreOrder()
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) {
			shapes[v] = Shape{Leaves: 1}
			continue
		}
		var children []Shape
		for _, c := range t.Children[v] {
			children = append(children, shapes[c])
		}
		shapes[v] = join(children)
	}
	return shapes[t.Top]
}
