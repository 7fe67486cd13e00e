package beside

// Cladogram returns the tree for a drawing of its shape alone: leaves end at time 1, and a branch point stands as far
// before them as there are branch points on the longest way down to a leaf. It is made once.
func (p *PreparedTree) Cladogram() *PreparedTree {
	p.shapeOnce.Do(func() {
		n := len(p.Preorder)
		c := &PreparedTree{
			tree: p.tree, Grouped: p.Grouped, Time: make([]float64, n), Latest: make([]float64, n), order: p.order,
			Rank: p.Rank, First: p.First, Last: p.Last, Preorder: p.Preorder, Place: p.Place, End: p.End,
			clade:  p.clade,
			length: make([]float64, n), names: p.names,
		}
		height := make([]float64, n)
		for i := n - 1; i >= 0; i-- {
			v := int(p.Preorder[i])
			for _, u := range p.tree.Children[v] {
				height[v] = max(height[v], height[u]+1)
			}
		}
		whole := 0.5 // before the top, as every branch point has a branch above it
		if n > 0 {
			whole += height[p.Preorder[0]]
		}
		for i := n - 1; i >= 0; i-- {
			v := int(p.Preorder[i])
			c.Time[v], c.Latest[v] = 1-height[v]/whole, 1
			for _, u := range p.tree.Children[v] {
				c.length[v] += c.length[u] + c.Time[u] - c.Time[v]
			}
		}
		p.shape = c
	})
	return p.shape
}
