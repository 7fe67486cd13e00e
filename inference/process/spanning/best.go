package spanning

import "math"

// Best returns the heaviest tree, or forest, as the parent of each node, [Root] for roots, and its
// log weight; parent is nil where none has a weight. Of edges of equal weight the parent of the
// lowest number is taken. O(T²) time and memory (Edmonds 1967; Gabow, Galil, Spencer and
// Tarjan 1986, Efficient algorithms for finding minimum spanning trees, grow a path as here).
func Best(w Weights) (parent []int, log float64) {
	w.check()
	return newBranching(w, nil, nil).best()
}

// Best finds the best tree of its weights, as the function Best. It overwrites the sum, so no tree can be drawn
// afterwards.
func (s *Sum) Best() (parent []int, log float64) {
	b := newBranching(s.weights, s.core.b, s.enter)
	s.enter = b.enter
	return b.best()
}

func (b *branching) best() (parent []int, log float64) {
	w := b.w
	for u := range w.T {
		if !b.grow(u) {
			return nil, math.Inf(-1)
		}
	}
	parent = b.expand()
	return parent, w.Log(parent)
}

// A group is a node, or a cycle of groups that were made one.
type group struct {
	row     int   // of the storage: that of its first node
	members []int // groups; nil for a node
	within  int   // the group that it is a member of, −1 for none
	child   int   // the edge into it: a node of the group,
	parent  int   // and a node outside, Root for none
	gain    float64
	state   int
}

const (
	untouched = iota
	onPath
	settled
)

// A branching is a path of groups that grows from child to parent. Where it meets itself, the cycle becomes a group;
// the weight of an edge into that is its gain over the edge of the cycle that it replaces.
type branching struct {
	w      Weights
	groups []group
	top    []int     // the group that each node is in now
	value  []float64 // T×T, by row of the group: the best edge from each parent
	enter  []int32   // and the node at its end
	root   []float64 // the same for the root
	rootOf []int
	final  int // the group that is the root of a tree with one root; −1 before it is known
}

// newBranching begins in the memory given, if it has enough.
func newBranching(w Weights, value []float64, enter []int32) *branching {
	t := w.T
	if cap(enter) < t*t {
		enter = make([]int32, t*t)
	}
	b := &branching{w: w, groups: make([]group, t, 2*t), top: make([]int, t), value: room(value, t*t)[:t*t],
		enter: enter[:t*t], root: make([]float64, t), rootOf: make([]int, t), final: -1}
	copy(b.root, w.Root)
	for u := range t {
		if line := b.value[u*t : (u+1)*t]; w.Parents == nil {
			copy(line, w.parents(u, nil))
		} else {
			w.parents(u, line)
		}
		b.groups[u], b.top[u], b.rootOf[u] = group{row: u, within: -1}, u, u
		for v := range t {
			b.enter[u*t+v] = int32(u)
		}
	}
	return b
}

// choose takes the best edge into a group; false where there is none.
func (b *branching) choose(g int) bool {
	t, r := b.w.T, b.groups[g].row
	most, from := math.Inf(-1), Root
	for v, x := range b.value[r*t : (r+1)*t] {
		if x > most && b.top[v] != g {
			most, from = x, v
		}
	}
	c := &b.groups[g]
	if b.w.Forest && b.root[r] > most {
		most, from = b.root[r], Root
	}
	if math.IsInf(most, -1) {
		return false
	}
	c.gain, c.parent, c.child = most, from, b.rootOf[r]
	if from != Root {
		c.child = int(b.enter[r*t+from])
	}
	return true
}

// grow settles the group of a node; false where it cannot be reached from a root.
func (b *branching) grow(u int) bool {
	g := b.top[u]
	if b.groups[g].state == settled {
		return true
	}
	path := []int{g}
	b.groups[g].state = onPath
	for {
		g = path[len(path)-1]
		if !b.choose(g) {
			if r := b.groups[g].row; b.w.Forest || b.final >= 0 || math.IsInf(b.root[r], -1) {
				return false
			}
			r := b.groups[g].row
			b.final, b.groups[g].parent, b.groups[g].child = g, Root, b.rootOf[r]
			break
		}
		if b.groups[g].parent == Root {
			break
		}
		p := b.top[b.groups[g].parent]
		if b.groups[p].state == settled {
			break
		}
		if b.groups[p].state == untouched {
			b.groups[p].state = onPath
			path = append(path, p)
			continue
		}
		from := len(path) - 1
		for path[from] != p {
			from--
		}
		path = append(path[:from], b.contract(path[from:]))
	}
	for _, g := range path {
		b.groups[g].state = settled
	}
	return true
}

// contract makes one group of a cycle, and returns it.
func (b *branching) contract(cycle []int) int {
	t, id := b.w.T, len(b.groups)
	r := b.groups[cycle[0]].row
	members := append([]int(nil), cycle...)
	b.groups = append(b.groups, group{row: r, members: members, within: -1, state: onPath})
	for k, m := range members {
		c := &b.groups[m]
		c.within = id
		row, to := b.value[c.row*t:(c.row+1)*t], b.value[r*t:(r+1)*t]
		for v, x := range row {
			if x -= c.gain; k == 0 || x > to[v] {
				to[v], b.enter[r*t+v] = x, b.enter[c.row*t+v]
			}
		}
		if x := b.root[c.row] - c.gain; k == 0 || x > b.root[r] {
			b.root[r], b.rootOf[r] = x, b.rootOf[c.row]
		}
	}
	for v, g := range b.top {
		if b.groups[g].within == id {
			b.top[v] = id
		}
	}
	return id
}

// expand returns the parent of each node: the edge into a group replaces that of the member at
// its end, down to a node.
func (b *branching) expand() []int {
	parent := make([]int, b.w.T)
	for id := len(b.groups) - 1; id >= 0; id-- {
		g := b.groups[id]
		if g.members == nil {
			parent[id] = g.parent
			continue
		}
		m := g.child
		for b.groups[m].within != id {
			m = b.groups[m].within
		}
		b.groups[m].child, b.groups[m].parent = g.child, g.parent
	}
	return parent
}
