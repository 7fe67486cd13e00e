package graph

// Network returns a directed acyclic graph of the class, in the order of the bonds: lines are directed
// so that no cycle and no new pair of parents that are not adjacent comes about (Dor and Tarsi 1992).
// All graphs of a class have one score, so none is better. ok is false for bonds that are no class of n
// nodes.
func (c *Class) Network(n int) (arrows []Bond, ok bool) {
	left := make([]map[int]bool, n) // of each node, the bonds that are not settled
	for v := range left {
		left[v] = map[int]bool{}
	}
	for i, b := range c.Bonds {
		if b.From < 0 || b.To < 0 || b.From >= n || b.To >= n {
			return nil, false
		}
		left[b.From][i], left[b.To][i] = true, true
	}
	arrows = make([]Bond, len(c.Bonds))
	gone := make([]bool, n)
	for range n {
		v := c.sink(left, gone)
		if v < 0 {
			return nil, false
		}
		for i := range left[v] {
			b := c.Bonds[i]
			if b.From == v {
				b.From, b.To = b.To, b.From
			}
			b.Directed = true
			arrows[i] = b
			delete(left[b.From], i)
		}
		left[v], gone[v] = nil, true
	}
	return arrows, true
}

// sink returns the first node from which no arrow leads, and whose neighbours along lines are adjacent
// to all its other neighbours, among those that are left; −1 for none.
func (c *Class) sink(left []map[int]bool, gone []bool) int {
	other := func(i, v int) int { return c.Bonds[i].From + c.Bonds[i].To - v }
	adjacent := func(a, b int) bool {
		for i := range left[a] {
			if other(i, a) == b {
				return true
			}
		}
		return false
	}
	for v := range left {
		fits := !gone[v]
		for i := range left[v] {
			b := c.Bonds[i]
			if !fits || b.Directed && b.From == v {
				fits = false
				break
			}
			if b.Directed {
				continue
			}
			for k := range left[v] {
				if u, w := other(i, v), other(k, v); u != w && !adjacent(u, w) {
					fits = false
				}
			}
		}
		if fits {
			return v
		}
	}
	return -1
}
