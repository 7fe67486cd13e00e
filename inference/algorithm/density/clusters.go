package density

import (
	"cmp"
	"slices"

	"example.org/espalier/inference"
)

// A Hierarchy is the single linkage of rows along a spanning tree: node n+k joins two nodes by the k-th
// shortest edge.
type Hierarchy struct {
	rows   int
	left   []int // of each joined node
	right  []int
	lambda []float64 // 1/distance at which it falls apart
	size   []int
}

// NewHierarchy joins n rows along the edges of their spanning tree. Rows that are equal fall apart at half the least
// distance above 0.
func NewHierarchy(n int, edges []Edge) *Hierarchy {
	h := &Hierarchy{rows: n}
	top := inference.UpTo(2 * n) // the node above, or itself
	find := func(v int) int {
		for top[v] != v {
			top[v] = top[top[v]]
			v = top[v]
		}
		return v
	}
	least := Least(edges)
	for _, e := range sorted(edges) {
		a, b, joined := find(e.A), find(e.B), n+len(h.left)
		top[a], top[b] = joined, joined
		d := e.Distance
		switch {
		case d == 0 && least == 0: // all rows are equal
			d = 1
		case d == 0:
			d = least / 2
		}
		h.left, h.right, h.lambda = append(h.left, a), append(h.right, b), append(h.lambda, 1/d)
		h.size = append(h.size, h.sizeOf(a)+h.sizeOf(b))
	}
	return h
}

func (h *Hierarchy) sizeOf(v int) int {
	if v < h.rows {
		return 1
	}
	return h.size[v-h.rows]
}

// parts returns the nodes into which a node divides when all of its edges of one length are cut at once.
func (h *Hierarchy) parts(node int) (parts []int) {
	lambda := h.lambda[node-h.rows]
	for todo := []int{node}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if v >= h.rows && h.lambda[v-h.rows] == lambda {
			todo = append(todo, h.right[v-h.rows], h.left[v-h.rows])
			continue
		}
		parts = append(parts, v)
	}
	return parts
}

// A Cluster is one of the condensed tree: the rows that stay together from a density on, until groups of at least
// the least size part.
type Cluster struct {
	Parent    int     // −1 for the whole
	Children  []int   // two at least, or none
	Birth     float64 // 1/distance from which on it is apart
	Size      int     // rows at its birth
	Stability float64 // Σ over its rows of (1/distance at which they leave it − Birth)
}

// A Condensed tree is a hierarchy whose groups below a least size count as rows that fall off.
type Condensed struct {
	Clusters []Cluster // parents first; the first is the whole
	in       []int     // the cluster that each row falls off; −1 for rows that no edge reaches
}

// Condense condenses the hierarchy to groups of at least two rows, or more. Edges of one length go at once. O(n).
func (h *Hierarchy) Condense(least int) *Condensed {
	least = max(least, 2)
	c := &Condensed{in: slices.Repeat([]int{-1}, h.rows)}
	if len(h.left) == 0 {
		return c
	}
	type place struct{ node, cluster int }
	root := h.rows + len(h.left) - 1
	c.Clusters = []Cluster{{Parent: -1, Size: h.sizeOf(root)}}
	for todo := []place{{root, 0}}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		lambda := h.lambda[p.node-h.rows]
		var large []int
		for _, v := range h.parts(p.node) {
			if h.sizeOf(v) >= least {
				large = append(large, v)
			} else {
				c.fall(h, v, p.cluster, lambda)
			}
		}
		for _, v := range large {
			next := p.cluster
			if len(large) > 1 {
				next = len(c.Clusters)
				size := h.sizeOf(v)
				c.Clusters[p.cluster].Children = append(c.Clusters[p.cluster].Children, next)
				c.Clusters[p.cluster].Stability += float64(size) * (lambda - c.Clusters[p.cluster].Birth)
				c.Clusters = append(c.Clusters, Cluster{Parent: p.cluster, Birth: lambda, Size: size})
			}
			todo = append(todo, place{v, next})
		}
	}
	return c
}

// fall lets all rows of a node fall off a cluster.
func (c *Condensed) fall(h *Hierarchy, v, cluster int, lambda float64) {
	for todo := []int{v}; len(todo) > 0; {
		u := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if u >= h.rows {
			todo = append(todo, h.left[u-h.rows], h.right[u-h.rows])
			continue
		}
		c.in[u] = cluster
		c.Clusters[cluster].Stability += lambda - c.Clusters[cluster].Birth
	}
}

// Stable returns the clusters of the greatest sum of stabilities, none within another; the whole is none of them.
func (c *Condensed) Stable() (chosen []bool) {
	chosen = make([]bool, len(c.Clusters))
	best := make([]float64, len(c.Clusters))
	for k := len(c.Clusters) - 1; k >= 0; k-- {
		below := 0.0
		for _, child := range c.Clusters[k].Children {
			below += best[child]
		}
		best[k] = below
		if k > 0 && (len(c.Clusters[k].Children) == 0 || c.Clusters[k].Stability >= below) {
			chosen[k], best[k] = true, c.Clusters[k].Stability
		}
	}
	for k, cluster := range c.Clusters {
		if within := cluster.Parent >= 0 && chosen[cluster.Parent]; within {
			chosen[k] = true // for the nodes below; taken back next
		}
	}
	for k := len(c.Clusters) - 1; k > 0; k-- {
		if chosen[c.Clusters[k].Parent] {
			chosen[k] = false
		}
	}
	return chosen
}

// Leaves returns the clusters that do not part; the whole is none of them.
func (c *Condensed) Leaves() (chosen []bool) {
	chosen = make([]bool, len(c.Clusters))
	for k, cluster := range c.Clusters {
		chosen[k] = k > 0 && len(cluster.Children) == 0
	}
	return chosen
}

// Labels are the chosen clusters of the rows, the largest first, of equal ones that with the first row; −1 for noise.
func (c *Condensed) Labels(chosen []bool) []int {
	under := make([]int, len(c.Clusters)) // the chosen cluster at or above; −1 for none
	for k, cluster := range c.Clusters {
		switch {
		case chosen[k]:
			under[k] = k
		case cluster.Parent >= 0:
			under[k] = under[cluster.Parent]
		default:
			under[k] = -1
		}
	}
	size, firstRow := map[int]int{}, map[int]int{}
	label := make([]int, len(c.in))
	for i, k := range c.in {
		if label[i] = -1; k >= 0 {
			label[i] = under[k]
		}
		if label[i] >= 0 {
			if size[label[i]]++; size[label[i]] == 1 {
				firstRow[label[i]] = i
			}
		}
	}
	var list []int
	for k := range c.Clusters {
		if size[k] > 0 {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(size[b], size[a]), cmp.Compare(firstRow[a], firstRow[b]))
	})
	for i, k := range label {
		if k >= 0 {
			label[i] = slices.Index(list, k)
		}
	}
	return label
}
