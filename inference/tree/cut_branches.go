package tree

import (
	"example.org/espalier/inference/algorithm/special"
	"math"
	"slices"
)

// A BranchCut is a division of the leaves of a tree by branches removed one after the other. The tree
// counts as unrooted, so a group may be a clade without a clade inside it.
type BranchCut struct {
	// Nodes are the nodes above which the removed branches lie, in the order of removal.
	Nodes []int
	// Gain is the decrease of the sum of squared distances from the means of the groups by each removal.
	Gain []float64
	// Tied tells of each removal that another one of the same group, which parts it otherwise, takes off
	// as much: the order of the leaves decided. Even tells that one of another group does, which then
	// comes next.
	Tied, Even []bool
	// Total is the sum of squared distances of all leaves from their mean.
	Total float64

	tree *Tree
}

// equalGains is the relative difference below which two gains count as equal, and noGain the share of
// the total sum of squares below which a gain counts as none.
const (
	equalGains = 1e-9
	noGain     = 1e-12
)

// CutBranches removes up to k − 1 branches of the tree, one after the other: each time the one whose
// removal takes most off the sum of squared distances from the means of the groups, which is
// |A||B|/(|A|+|B|)·‖mean of A − mean of B‖² for the two parts A and B of a group. It stops where every
// leaf is a group. The result for k begins with that for k − 1. Call it with [Tree.Resolved], unless a
// branch point of many children is to stay whole or lose its children one by one.
//
// row returns the values of a leaf, all of one length; NaN marks a missing cell. A column counts for the
// rows that have it. Of removals that take off as much the one with the larger smaller part is made, of
// these the one drawn first. It takes O(kND) time.
func (t *Tree) CutBranches(k int, row func(leaf int) []float64) *BranchCut {
	b := &BranchCut{tree: t}
	w := newBranchCutter(t, row)
	b.Total = w.total
	parts := []brokenPart{w.part(t.Top)}
	for len(parts) < min(max(k, 1), t.Leaves()) {
		best := -1
		for i, p := range parts {
			if p.at >= 0 && (best < 0 || w.before(p, parts[best])) {
				best = i
			}
		}
		if best < 0 {
			break // every part is one leaf
		}
		p, even := parts[best], false
		for i, q := range parts {
			even = even || i != best && q.at >= 0 && (!(q.gain < p.gain*(1-equalGains)) || p.gain <= noGain*w.total)
		}
		w.cut[p.at] = true
		b.Nodes, b.Gain, b.Tied, b.Even = append(b.Nodes, p.at), append(b.Gain, p.gain), append(b.Tied, p.tied),
			append(b.Even, even)
		parts[best] = w.part(p.root)
		parts = append(parts, w.part(p.at))
	}
	return b
}

// Groups returns the groups after k − 1 removals, or after all where there are fewer. Groups and their
// leaves are in drawing order.
func (b *BranchCut) Groups(k int) [][]int {
	members, met, _ := b.members(k)
	groups := make([][]int, len(met))
	for i, g := range met {
		groups[i] = members[g]
	}
	return groups
}

// Arbitrary reports whether other k groups are as good, so that the order of the leaves chose these.
func (b *BranchCut) Arbitrary(k int) bool {
	k = min(k, len(b.Nodes)+1)
	if k < 2 || k >= b.tree.Leaves() {
		return false
	}
	return b.Even[k-2] || slices.Contains(b.Tied[:k-1], true)
}

// Parts returns the two groups that removal i made, each in drawing order: the leaves below the branch
// and the others.
func (b *BranchCut) Parts(i int) (below, beside []int) {
	members, _, of := b.members(i + 2)
	return members[i+1], members[of[b.tree.Parent[b.Nodes[i]]]]
}

// members returns the leaves of each group after k − 1 removals, the groups in drawing order, and the
// group of each node. The group of the topmost node is 0 and that below removal i is i + 1.
func (b *BranchCut) members(k int) (members [][]int, met, of []int) {
	t := b.tree
	root := map[int]int{t.Top: 0}
	for i, v := range b.Nodes[:min(max(k, 1), len(b.Nodes)+1)-1] {
		root[v] = i + 1
	}
	of = make([]int, t.Nodes())
	members = make([][]int, len(root))
	for _, v := range t.PreOrder() {
		g, is := root[v]
		if !is {
			g = of[t.Parent[v]]
		}
		of[v] = g
		if t.IsLeaf(v) {
			if members[g] == nil {
				met = append(met, g)
			}
			members[g] = append(members[g], v)
		}
	}
	return members, met, of
}

// Explained returns the share of the total sum of squares that lies between k groups, 0 to 1; NaN where
// all rows are equal.
func (b *BranchCut) Explained(k int) float64 {
	sum := 0.0
	for _, g := range b.Gain[:min(max(k, 1)-1, len(b.Gain))] {
		sum += g
	}
	return sum / b.Total
}

// A brokenPart is one group while branches are removed.
type brokenPart struct {
	root int // its topmost node
	at   int // the node above which the next branch would be removed; −1 for a single leaf
	gain float64
	less int // leaves of the smaller part
	tied bool
}

// A branchCutter holds the sums for finding branches.
type branchCutter struct {
	t     *Tree
	rows  [][]float64 // of the leaves, less the means of all
	gaps  bool        // cells are missing
	cut   []bool      // the branch above a node is removed
	total float64
	mark  []uint64 // of each node: a hash of the leaves below it in its part
	count []float64
	sums  []*scatterSum // of nodes in progress
	free  []*scatterSum
}

// A scatterSum holds the sums of the leaves below a node by column; n is nil where no cell is missing.
type scatterSum struct{ sum, n []float64 }

func newBranchCutter(t *Tree, row func(leaf int) []float64) *branchCutter {
	w := &branchCutter{t: t, rows: make([][]float64, t.Leaves()), cut: make([]bool, t.Nodes()),
		mark: make([]uint64, t.Nodes()), count: make([]float64, t.Nodes()), sums: make([]*scatterSum, t.Nodes())}
	var sum, n []float64
	for i := range w.rows {
		w.rows[i] = slices.Clone(row(i))
		if sum == nil {
			sum, n = make([]float64, len(w.rows[i])), make([]float64, len(w.rows[i]))
		}
		for j, y := range w.rows[i] {
			if !math.IsNaN(y) {
				sum[j] += y
				n[j]++
			} else {
				w.gaps = true
			}
		}
	}
	for _, r := range w.rows {
		for j := range r {
			if r[j] -= sum[j] / n[j]; r[j] == r[j] {
				w.total += r[j] * r[j]
			}
		}
	}
	return w
}

// before reports whether the branch of p is removed before that of q.
func (w *branchCutter) before(p, q brokenPart) bool {
	switch {
	case p.gain < q.gain*(1-equalGains) || q.gain < p.gain*(1-equalGains):
		return p.gain > q.gain
	}
	return p.less > q.less
}

// part looks for the best branch of the part whose topmost node is root.
func (w *branchCutter) part(root int) brokenPart {
	nodes := w.within(root)
	all := w.take()
	leaves, whole := 0.0, uint64(0)
	for _, v := range nodes {
		if w.t.IsLeaf(v) {
			w.addRow(all, v)
			leaves++
			whole ^= special.Mix64(uint64(v) + special.Golden64)
		}
	}
	best := brokenPart{root: root, at: -1, gain: math.Inf(-1)}
	var bestMark uint64
	for _, v := range slices.Backward(nodes) { // children before parents
		w.gather(v)
		if v == root || w.count[v] == 0 || w.count[v] == leaves {
			continue
		}
		c := brokenPart{root: root, at: v, gain: w.gain(all, leaves, v), less: int(min(w.count[v], leaves-w.count[v]))}
		mark := min(w.mark[v], whole^w.mark[v])
		none := c.gain <= noGain*w.total && best.gain <= noGain*w.total
		switch equal := none || !(c.gain < best.gain*(1-equalGains) || best.gain < c.gain*(1-equalGains)); {
		case best.at < 0 || !equal && c.gain > best.gain:
			best, bestMark = c, mark
		case equal && mark != bestMark:
			if c.less >= best.less { // nodes come from the last to the first
				best, bestMark = c, mark
			}
			best.tied = true
		case equal:
			tied := best.tied // the same groups, by the branch that is drawn first
			best = c
			best.tied = tied
		}
	}
	for _, v := range nodes {
		if w.sums[v] != nil {
			w.free = append(w.free, w.sums[v])
			w.sums[v] = nil
		}
	}
	w.free = append(w.free, all)
	return best
}

// within returns the nodes of the part of a topmost node, parents before children.
func (w *branchCutter) within(root int) (nodes []int) {
	stack := []int{root}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		nodes = append(nodes, v)
		for _, c := range slices.Backward(w.t.Children[v]) {
			if !w.cut[c] {
				stack = append(stack, c)
			}
		}
	}
	return nodes
}

// gather makes the sums, count and mark of a node from those of its children, whose sums go.
func (w *branchCutter) gather(v int) {
	if w.t.IsLeaf(v) {
		w.sums[v] = w.take()
		w.addRow(w.sums[v], v)
		w.count[v], w.mark[v] = 1, special.Mix64(uint64(v)+special.Golden64)
		return
	}
	w.count[v], w.mark[v] = 0, 0
	for _, c := range w.t.Children[v] {
		if w.cut[c] {
			continue
		}
		w.count[v] += w.count[c]
		w.mark[v] ^= w.mark[c]
		s := w.sums[c]
		if w.sums[c] = nil; w.sums[v] == nil {
			w.sums[v] = s
			continue
		}
		add(w.sums[v].sum, s.sum)
		add(w.sums[v].n, s.n)
		w.free = append(w.free, s)
	}
}

func add(to, from []float64) {
	for j, x := range from {
		to[j] += x
	}
}

// take returns empty sums.
func (w *branchCutter) take() *scatterSum {
	if n := len(w.free); n > 0 {
		s := w.free[n-1]
		w.free = w.free[:n-1]
		clear(s.sum)
		clear(s.n)
		return s
	}
	s := &scatterSum{sum: make([]float64, len(w.rows[0]))}
	if w.gaps {
		s.n = make([]float64, len(w.rows[0]))
	}
	return s
}

func (w *branchCutter) addRow(s *scatterSum, leaf int) {
	if !w.gaps {
		add(s.sum, w.rows[leaf])
		return
	}
	for j, y := range w.rows[leaf] {
		if y == y {
			s.sum[j] += y
			s.n[j]++
		}
	}
}

// gain returns the decrease of the sum of squares when the leaves below v are separated from the others.
func (w *branchCutter) gain(all *scatterSum, leaves float64, v int) (gain float64) {
	s, count := w.sums[v], w.count[v]
	if !w.gaps {
		share := count / leaves
		whole := all.sum[:len(s.sum)]
		for j, x := range s.sum {
			d := x - share*whole[j]
			gain += d * d
		}
		return gain * leaves / (count * (leaves - count))
	}
	for j, x := range s.sum {
		if n, of := s.n[j], all.n[j]; n > 0 && n < of {
			d := x - n/of*all.sum[j]
			gain += d * d * of / (n * (of - n))
		}
	}
	return gain
}
