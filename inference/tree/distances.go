package tree

// Distances returns the lengths of the paths from a leaf to all leaves, in time: those up to the branch point at which
// the two part, and down again. It is O(nodes).
func (t *Tree) Distances(leaf int) []float64 {
	d := make([]float64, t.Leaves())
	below := leaf
	for v := t.Parent[leaf]; v >= 0; below, v = v, t.Parent[v] {
		for _, c := range t.Children[v] {
			if c == below {
				continue
			}
			for _, other := range t.LeavesBelow(c) {
				d[other] = t.Time(leaf) + t.Time(other) - 2*t.Time(v)
			}
		}
	}
	return d
}
