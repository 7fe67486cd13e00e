package pitmanyor

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/tree"
)

// A Process draws a tree from the prior path by path, event by event (section 2.2). Each node
// keeps its slot: slot i is the leaf of path i, the others are branch points in the order in
// which they arise.
type Process struct {
	prior  *Prior
	c      float64
	most   int // paths
	points int
	top    int
	nodes  []node // leaves to be are empty
	walk   *walk  // of the path under way; nil between paths
	at     exit
}

type node struct {
	parent   int // −1 for the top node
	children []int
	size     int     // paths that have come to it
	ell      float64 // −log(1−t); +Inf for leaves
}

// A walk is a path that has reached the branch above a node at −log(1−t) = from.
type walk struct {
	node int
	from float64
}

// An exit is where a path leaves the tree: on the branch above node at −log(1−t) = ell, or as a
// further child of node.
type exit struct {
	node int
	join bool
	ell  float64
}

// EventKind says how a path leaves a branch that it has reached.
type EventKind int

// The events on the way of a path.
const (
	Follows  EventKind = iota // an existing branch, from the branch point at the end
	Diverges                  // before its end
	Joins                     // the branch point at its end, with a branch of its own
	Begins                    // the first path, which runs alone to time 1
)

// An Event says whether a path diverges on one branch, and when.
type Event struct {
	Kind     EventKind
	Branch   int     // slot of the node at the end of the branch
	From, To float64 // times of the branch's ends
	Points   int     // paths that have gone along the branch before
	Time     float64 // at which the path leaves it: within the branch, or its end
	Sizes    []int   // paths in each branch of the branch point at its end; nil where the path does not come to it
	Next     int     // slot of the node at the end of the branch that it follows; −1 for none
	Choice   int     // index of that branch in Sizes, or their number for one of its own
}

// NewProcess returns the process before the first of up to n paths. The prior is tabulated
// for n leaves or more; c > 0 is the rate of a(t) = c/(1−t).
func NewProcess(prior *Prior, c float64, n int) *Process {
	return &Process{prior: prior, c: c, most: n, top: -1, nodes: make([]node, n, 2*n)}
}

// Points returns how many paths are complete.
func (p *Process) Points() int { return p.points }

// Divergence draws the −log(1−t) at which a path diverges that has reached a branch of m paths at
// −log(1−t) = from, if the branch goes on for long enough.
func (p *Prior) Divergence(c, from float64, m int, rng *rand.Rand) float64 {
	return from + rng.ExpFloat64()/(c*p.Rate(m))
}

// Choice draws which way a path takes at a branch point of m paths and that many children: a branch
// of its own if u < 0. Otherwise it follows the first child after which u is below 0, if [Prior.Share]
// is taken from u for one child after the other, or else the last.
func (p *Prior) Choice(m, children int, rng *rand.Rand) (u float64) {
	return rng.Float64()*(float64(m)+p.Theta) - (p.Theta + p.Alpha*float64(children))
}

// Share returns n−α, the weight with which a path follows a child that n paths have followed.
func (p *Prior) Share(n int) float64 { return float64(n) - p.Alpha }

// Next takes the present path, or a new one if there is none, along one branch. After any event but
// Follows the path has left the tree, and [Process.Land] must add it.
func (p *Process) Next(rng *rand.Rand) Event {
	if p.points == 0 {
		return Event{Kind: Begins, Branch: 0, To: 1, Time: 1, Next: -1}
	}
	if p.walk == nil {
		p.walk = &walk{node: p.top}
	}
	v, w := p.walk.node, p.walk
	n := &p.nodes[v]
	e := Event{Branch: v, From: -math.Expm1(-w.from), To: 1 - math.Exp(-n.ell), Points: n.size, Next: -1}
	if ell := p.prior.Divergence(p.c, w.from, n.size, rng); n.children == nil || ell < n.ell {
		p.at = exit{node: v, ell: ell}
		e.Kind, e.Time = Diverges, 1-math.Exp(-ell)
		return e
	}
	for _, k := range n.children {
		e.Sizes = append(e.Sizes, p.nodes[k].size)
	}
	e.Time = e.To
	u := p.prior.Choice(n.size, len(n.children), rng)
	if u < 0 {
		p.at = exit{node: v, join: true}
		e.Kind, e.Choice = Joins, len(n.children)
		return e
	}
	for i, k := range n.children {
		e.Choice, e.Next = i, k
		if u -= p.prior.Share(p.nodes[k].size); u < 0 {
			break
		}
	}
	p.walk = &walk{node: e.Next, from: n.ell}
	return e
}

// Land ends a path that has left the tree at a new leaf. It returns the slots of the leaf and of
// the branch point above it, −1 for the first path.
func (p *Process) Land() (leaf, branchPoint int) {
	leaf = p.points
	p.points++
	p.walk = nil
	p.nodes[leaf] = node{parent: -1, size: 1, ell: math.Inf(1)}
	if leaf == 0 {
		p.top = 0
		return 0, -1
	}
	u := p.at.node
	if p.at.join {
		p.nodes[u].children = append(p.nodes[u].children, leaf)
	} else {
		below := u
		u = len(p.nodes)
		above := p.nodes[below].parent
		p.nodes = append(p.nodes, node{parent: above, children: []int{below, leaf}, size: p.nodes[below].size, ell: p.at.ell})
		if above < 0 {
			p.top = u
		} else {
			siblings := p.nodes[above].children
			siblings[slices.Index(siblings, below)] = u
		}
		p.nodes[below].parent = u
	}
	p.nodes[leaf].parent = u
	for v := u; v >= 0; v = p.nodes[v].parent {
		p.nodes[v].size++
	}
	return leaf, u
}

// Add draws a whole path, O(depth) branches.
func (p *Process) Add(rng *rand.Rand) {
	for p.Next(rng).Kind == Follows {
	}
	p.Land()
}

// Clone returns an independent copy.
func (p *Process) Clone() *Process {
	q := *p
	q.nodes = make([]node, len(p.nodes), 2*p.most)
	for v, n := range p.nodes {
		n.children = slices.Clone(n.children)
		q.nodes[v] = n
	}
	if p.walk != nil {
		w := *p.walk
		q.walk = &w
	}
	return &q
}

// Tree returns the tree of the complete paths, one name each, and the node of each slot, −1
// for free ones. It panics before the first path.
func (p *Process) Tree(names []string) (t *tree.Tree, number []int) {
	number = make([]int, 2*p.most)
	for v := range number {
		switch {
		case v < p.points:
			number[v] = v
		case v >= p.most && v < len(p.nodes):
			number[v] = v - p.most + p.points
		default:
			number[v] = -1
		}
	}
	size := p.points + len(p.nodes) - p.most
	t = &tree.Tree{Names: names[:p.points:p.points], Top: number[p.top], Parent: make([]int, size),
		Children: make([][]int, size), LogTime: make([]float64, size)}
	for v, n := range p.nodes {
		w := number[v]
		if w < 0 {
			continue
		}
		t.LogTime[w], t.Parent[w] = n.ell, -1
		if n.parent >= 0 {
			t.Parent[w] = number[n.parent]
		}
		for _, k := range n.children {
			t.Children[w] = append(t.Children[w], number[k])
		}
	}
	return t, number
}

// Sample draws a tree with a leaf for each name, one at least.
func (p *Prior) Sample(c float64, names []string, rng *rand.Rand) *tree.Tree {
	process := NewProcess(p, c, len(names))
	for range names {
		process.Add(rng)
	}
	t, _ := process.Tree(names)
	return t
}
