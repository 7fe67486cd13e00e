package spanning

import "math"

// A Candidate is an edge that a tree may have. Its parent is [Root] where the child may be a root.
type Candidate struct {
	Child, Parent int
	Log           float64
}

// Among finds the heaviest tree, or forest, all of whose edges are among those listed (Edmonds 1967, with the heaps of
// Gabow, Galil, Spencer and Tarjan 1986): E log E operations for E edges. Call Advance until it is done.
type Among struct {
	t      int
	forest bool
	edges  []heaped
	heap   []int32 // of each group, the best edge into it; −1 where there is none
	within []int32 // the group that each is a member of, −1 for none
	joined []int32 // a group that contains it, for finding the outermost
	member [][]int32
	chosen []int32 // edge into each group
	state  []int8
	listed []Candidate // that are not in a heap yet
	next   int
	path   []int32 // the groups on the present way from a node towards the root
	failed bool
	looks  int // edges that the present Advance may still look at
	climbs int // steps that Parents took
}

// A heaped edge stands in a skew heap of the edges into a group. Its gain is relative to those above it.
type heaped struct {
	child, parent int32
	left, right   int32
	gain, later   gain // later is a pending addition to all below
}

// A gain compares the number of roots first, because a tree has as few as possible, and then logs.
type gain struct {
	roots int32
	log   float64
}

func (g gain) plus(h gain) gain { return gain{g.roots + h.roots, g.log + h.log} }
func (g gain) minus() gain      { return gain{-g.roots, -g.log} }

// NewAmong prepares a search over t nodes. The edges must not be modified while it is used.
func NewAmong(t int, forest bool, edges []Candidate) *Among {
	a := &Among{t: t, forest: forest, edges: make([]heaped, 0, len(edges)), listed: edges}
	for range t {
		a.add(nil)
	}
	return a
}

// heapUp puts some of the edges listed into heaps.
func (a *Among) heapUp(count int) {
	count = min(count, len(a.listed))
	for _, e := range a.listed[:count] {
		if math.IsInf(e.Log, -1) || e.Child == e.Parent {
			continue
		}
		h := heaped{child: int32(e.Child), parent: int32(e.Parent), left: -1, right: -1, gain: gain{0, e.Log}}
		if e.Parent == Root && !a.forest {
			h.gain.roots = 1
		}
		a.edges = append(a.edges, h)
		a.heap[e.Child] = a.meld(a.heap[e.Child], int32(len(a.edges)-1))
	}
	a.listed = a.listed[count:]
}

func (a *Among) add(members []int32) int32 {
	a.heap, a.within, a.joined = append(a.heap, -1), append(a.within, -1), append(a.joined, int32(len(a.joined)))
	a.member, a.chosen, a.state = append(a.member, members), append(a.chosen, -1), append(a.state, untouched)
	return int32(len(a.heap) - 1)
}

// looksEach is how many edges a step may look at on average: that of a group may have to pass over all edges within it.
const looksEach = 20

// Advance takes at most this many steps from node to node, or prepares the tables for them, and reports whether the
// search is complete.
func (a *Among) Advance(steps int) bool {
	if len(a.listed) > 0 {
		a.heapUp(100 * steps)
		return false
	}
	a.looks = looksEach * steps
	for ; steps > 0 && a.looks > 0 && a.next < a.t && !a.failed; steps-- {
		if a.path == nil {
			g := a.outermost(int32(a.next))
			if a.state[g] == settled {
				a.next++
				continue
			}
			a.path, a.state[g] = []int32{g}, onPath
		}
		a.failed = !a.grow()
	}
	return a.failed || a.next == a.t
}

// Parents returns the parent of each node, [Root] for roots; nil where there is no tree.
func (a *Among) Parents() []int {
	if a.failed {
		return nil
	}
	parent := make([]int, a.t)
	entered := make([]bool, len(a.heap)) // groups that the edge into a group around them enters too
	for id := len(a.heap) - 1; id >= 0; id-- {
		e := a.chosen[id]
		if a.member[id] == nil {
			parent[id] = int(a.edges[e].parent)
			continue
		}
		if entered[id] {
			continue
		}
		for m := a.edges[e].child; int(m) != id; m = a.within[m] {
			a.chosen[m], entered[m] = e, true
			a.climbs++
		}
	}
	roots := 0
	for _, v := range parent {
		if v == Root {
			roots++
		}
	}
	if roots > 1 && !a.forest {
		return nil
	}
	return parent
}

// outermost returns the group that a node is in now.
func (a *Among) outermost(g int32) int32 {
	for a.joined[g] != g {
		a.joined[g] = a.joined[a.joined[g]]
		g = a.joined[g]
	}
	return g
}

func (a *Among) better(e, f int32) bool {
	x, y := &a.edges[e], &a.edges[f]
	if x.gain.roots != y.gain.roots {
		return x.gain.roots < y.gain.roots
	}
	if x.gain.log != y.gain.log {
		return x.gain.log > y.gain.log
	}
	return x.parent < y.parent
}

// push passes the pending additions on to the children.
func (a *Among) push(e int32) {
	h := &a.edges[e]
	for _, c := range [2]int32{h.left, h.right} {
		if c >= 0 {
			a.edges[c].gain = a.edges[c].gain.plus(h.later)
			a.edges[c].later = a.edges[c].later.plus(h.later)
		}
	}
	h.later = gain{}
}

// meld joins two heaps: down the right spines, the children swapped on the way.
func (a *Among) meld(e, f int32) int32 {
	var path []int32
	for e >= 0 && f >= 0 {
		if a.better(f, e) {
			e, f = f, e
		}
		a.push(e)
		path = append(path, e)
		e = a.edges[e].right
	}
	rest := max(e, f)
	for k := len(path) - 1; k >= 0; k-- {
		h := &a.edges[path[k]]
		h.left, h.right = rest, h.left
		rest = path[k]
	}
	return rest
}

// choose takes the best edge into group g from outside it; false where there is none, or it has to look at more edges
// than are left to it.
func (a *Among) choose(g int32) bool {
	for ; a.heap[g] >= 0 && a.looks > 0; a.looks-- {
		e := a.heap[g]
		a.push(e)
		a.heap[g] = a.meld(a.edges[e].left, a.edges[e].right)
		if v := a.edges[e].parent; v < 0 || a.outermost(v) != g {
			a.chosen[g] = e
			return true
		}
	}
	return false
}

// grow extends the path by one group, contracts a cycle, or completes the path at its end. It returns false where that
// end cannot be reached from a root. Where edges are left to look at, it leaves the path as it is.
func (a *Among) grow() bool {
	g := a.path[len(a.path)-1]
	if !a.choose(g) {
		return a.heap[g] >= 0
	}
	if v := a.edges[a.chosen[g]].parent; v >= 0 {
		p := a.outermost(v)
		switch a.state[p] {
		case untouched:
			a.state[p] = onPath
			a.path = append(a.path, p)
			return true
		case onPath:
			from := len(a.path) - 1
			for a.path[from] != p {
				from--
			}
			cycle := append([]int32(nil), a.path[from:]...)
			a.path = append(a.path[:from], a.contract(cycle))
			return true
		}
	}
	for _, g := range a.path {
		a.state[g] = settled
	}
	a.path = nil
	return true
}

// contract makes one group of a cycle. The gain of an edge into it becomes the difference from the edge of the cycle
// that it replaces.
func (a *Among) contract(cycle []int32) int32 {
	id := a.add(cycle)
	a.state[id] = onPath
	a.looks -= len(cycle)
	for _, m := range cycle {
		a.within[m], a.joined[m] = id, id
		if e := a.heap[m]; e >= 0 {
			less := a.edges[a.chosen[m]].gain.minus()
			a.edges[e].gain, a.edges[e].later = a.edges[e].gain.plus(less), a.edges[e].later.plus(less)
			a.heap[id] = a.meld(a.heap[id], e)
		}
	}
	return id
}
