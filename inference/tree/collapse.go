package tree

// CollapseBelow returns the tree without the branch points whose support is below least: their children become those of
// the nearest branch point above that stays, in the place of the clade. The top node stays, and so do branch points
// without support (NaN). Times and the other supports are those of t, and the nodes that stay keep their order. Where
// all stay it returns t. It takes O(nodes) time.
func (t *Tree) CollapseBelow(least float64) *Tree {
	goes := func(v int) bool { return t.Support != nil && v != t.Top && !t.IsLeaf(v) && t.Support[v] < least }
	number, next := make([]int, t.Nodes()), 0
	for v := range number {
		number[v] = -1
		if !goes(v) {
			number[v] = next
			next++
		}
	}
	if next == t.Nodes() {
		return t
	}
	c := &Tree{Names: t.Names, Top: number[t.Top], Parent: make([]int, next), Children: make([][]int, next),
		LogTime: make([]float64, next), Support: make([]float64, next)}
	c.Parent[c.Top] = -1
	if t.Before != nil {
		c.Before = make([][]float64, next)
		for v, w := range number {
			if w >= 0 {
				c.Before[w] = t.Before[v]
			}
		}
	}
	above := make([]int, t.Nodes()) // of each node, or of the nodes in its place: the branch point that stays
	for _, v := range t.PreOrder() {
		w := number[v]
		if w < 0 {
			w = above[v]
		} else {
			c.LogTime[w], c.Support[w] = t.LogTime[v], t.Support[v]
			if v != t.Top {
				c.Parent[w] = above[v]
			}
		}
		for _, k := range t.Children[v] {
			above[k] = w
		}
	}
	// Children in the drawing order of t, which pre-order keeps.
	for _, v := range t.PreOrder() {
		if w := number[v]; w >= 0 && w != c.Top {
			c.Children[c.Parent[w]] = append(c.Children[c.Parent[w]], w)
		}
	}
	return c
}
