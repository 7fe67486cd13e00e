package pydt

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/tree"
)

// A Process draws a tree from the prior path by path, event by event (math 2.2). Draws of the model
// use it. Each node keeps its slot: slot i is the leaf of path i, the others are branch points.
type Process struct {
	s      *state
	points int
	walk   *walk // of the path under way; nil between paths
	at     position
	ell    float64 // −log(1−t) of at: the time that remains may underflow
}

// A walk is a path that has reached the branch above node at −log(1−t) = from, and leaves it at
// −log(1−t) = until.
type walk struct {
	node        int32
	from, until float64
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

// An Event is what happens to a path on one branch.
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
	return &Process{s: newState(&problem{n: n}, hyper{prior: prior, c: c})}
}

// Points returns how many paths are complete.
func (p *Process) Points() int { return p.points }

// Next takes the present path, or a new one if there is none, along one branch. After any event but
// Follows the path has left the tree, and [Process.Land] must add it.
func (p *Process) Next(rng *rand.Rand) Event {
	if p.points == 0 {
		return Event{Kind: Begins, Branch: 0, To: 1, Time: 1, Next: -1}
	}
	s := p.s
	if p.walk == nil {
		p.walk = &walk{node: s.top}
	}
	v := p.walk.node
	e := Event{Branch: int(v), From: -math.Expm1(-p.walk.from), To: 1 - s.rem[v], Points: int(s.size[v]), Next: -1}
	left := false
	if p.at, left = s.walkOn(p.walk, rng); left {
		p.ell = p.walk.until
		e.Kind, e.Time = Diverges, 1-p.at.rem
		if p.at.join {
			e.Kind, e.Choice = Joins, len(s.kids[v])
			e.Sizes = s.sizesBelow(v)
		}
		return e
	}
	e.Time, e.Next, e.Sizes = e.To, int(p.walk.node), s.sizesBelow(v)
	e.Choice = indexOf(s.kids[v], p.walk.node)
	return e
}

// sizesBelow returns the number of leaves of each child of v.
func (s *state) sizesBelow(v int32) []int {
	var sizes []int
	for _, k := range s.kids[v] {
		sizes = append(sizes, int(s.size[k]))
	}
	return sizes
}

// Land ends a path that has left the tree at a new leaf. It returns the slots of the leaf and of
// the branch point above it, −1 for the first path.
func (p *Process) Land() (leaf, branchPoint int) {
	s, i := p.s, int32(p.points)
	p.points++
	p.walk = nil
	if i == 0 {
		s.top, s.parent[0] = 0, -1
		return 0, -1
	}
	u := s.link(i, p.at)
	if !p.at.join {
		s.setTime(u, p.ell)
	}
	for v := u; v >= 0; v = s.parent[v] {
		s.updateCounts(v, s.kids[v])
	}
	return int(i), int(u)
}

// Add draws a whole path, O(depth) branches.
func (p *Process) Add(rng *rand.Rand) {
	for p.Next(rng).Kind == Follows {
	}
	p.Land()
}

// Clone returns an independent copy.
func (p *Process) Clone() *Process {
	q := NewProcess(p.s.hyper.prior, p.s.hyper.c, p.s.n)
	q.points, q.at, q.ell = p.points, p.at, p.ell
	if p.walk != nil {
		w := *p.walk
		q.walk = &w
	}
	if p.points > 0 {
		q.s.load(p.s.capture())
		q.s.recompute()
	}
	return q
}

// Tree returns the tree of the complete paths, one name each, and the node of each slot, −1
// for free ones. It panics before the first path.
func (p *Process) Tree(names []string) (t *tree.Tree, node []int) {
	k := p.s.capture()
	return k.publish(names[:p.points:p.points]), k.numbers(p.points)
}

// walkOn takes a path along the branch that it has reached. If the path leaves the tree, it returns
// the place; otherwise the walk has reached the next branch.
func (s *state) walkOn(w *walk, rng *rand.Rand) (at position, left bool) {
	p, v := s.hyper.prior, w.node
	m := int(s.size[v])
	diverges := w.from + rng.ExpFloat64()/(s.hyper.c*p.Rate(m))
	w.until = math.Min(diverges, s.ell[v])
	if s.isLeaf(v) || diverges < s.ell[v] {
		return position{node: v, rem: math.Exp(-diverges)}, true
	}
	kids := s.kids[v]
	u := rng.Float64() * (float64(m) + p.Theta)
	u -= p.Theta + p.Alpha*float64(len(kids))
	if u < 0 {
		return position{node: v, join: true, rem: s.rem[v]}, true
	}
	next := kids[len(kids)-1]
	for _, k := range kids {
		if u -= float64(s.size[k]) - p.Alpha; u < 0 {
			next = k
			break
		}
	}
	w.node, w.from = next, s.ell[v]
	return position{}, false
}
