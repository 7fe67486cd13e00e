package pydt

import "math"

// detached remembers where a subtree was taken from, so that it can be put back
// to the same slots in the same order.
type detached struct {
	root     int32 // of the subtree
	parent   int32 // the branch point it hung from
	index    int   // its place among that one's children
	removed  bool  // the branch point had two children and went away with it
	sibling  int32 // then: the other child, now in its place
	ell, rem float64
	above    int32 // then: the parent of the branch point, −1 for none
	place    int   // then: its place there
}

// touched returns the lowest node of the remaining tree whose messages change, −1 for none.
func (d detached) touched() int32 {
	if d.removed {
		return d.above
	}
	return d.parent
}

func indexOf(kids []int32, v int32) int {
	for i, k := range kids {
		if k == v {
			return i
		}
	}
	panic("pydt: not a child")
}

func without(kids []int32, i int) []int32 {
	copy(kids[i:], kids[i+1:])
	return kids[:len(kids)-1]
}

func with(kids []int32, i int, v int32) []int32 {
	kids = append(kids, 0)
	copy(kids[i+1:], kids[i:])
	kids[i] = v
	return kids
}

// unlink takes the subtree at r out of the tree without touching any message. r is not the top node.
func (s *state) unlink(r int32) detached {
	p := s.parent[r]
	d := detached{root: r, parent: p, index: indexOf(s.kids[p], r), ell: s.ell[p], rem: s.rem[p]}
	s.kids[p] = without(s.kids[p], d.index)
	s.parent[r] = absent
	if len(s.kids[p]) > 1 {
		return d
	}
	d.removed, d.sibling, d.above = true, s.kids[p][0], s.parent[p]
	if d.above >= 0 {
		d.place = indexOf(s.kids[d.above], p)
		s.kids[d.above][d.place] = d.sibling
	} else {
		s.top = d.sibling
	}
	s.parent[d.sibling] = d.above
	s.release(p)
	return d
}

// relink undoes unlink, to the same slots and orders; messages are left to the caller.
func (s *state) relink(d detached) {
	if d.removed {
		p := s.take()
		if p != d.parent {
			panic("pydt: slots taken in between")
		}
		s.parent[p] = d.above
		s.kids[p] = append(s.kids[p][:0], d.sibling)
		s.ell[p], s.rem[p] = d.ell, d.rem
		if d.above >= 0 {
			s.kids[d.above][d.place] = p
		} else {
			s.top = p
		}
		s.parent[d.sibling] = p
	}
	s.kids[d.parent] = with(s.kids[d.parent], d.index, d.root)
	s.parent[d.root] = d.parent
}

// detach takes a subtree out and updates the path to the root: O(depth·D).
func (s *state) detach(r int32) detached {
	d := s.unlink(r)
	s.climb(d.touched())
	return d
}

// restore undoes detach.
func (s *state) restore(d detached) {
	s.relink(d)
	s.climb(d.parent)
}

// A position says where a subtree can be attached: on the branch above node, with
// rem time remaining, or as a further child of node.
type position struct {
	node  int32
	join  bool
	rem   float64
	score float64 // ΔlogL + logπ, comparable among positions
}

// link attaches the subtree at r without touching messages and returns the branch point it hangs from.
func (s *state) link(r int32, at position) int32 {
	if at.join {
		s.kids[at.node] = append(s.kids[at.node], r)
		s.parent[r] = at.node
		return at.node
	}
	b := at.node
	u := s.take()
	p := s.parent[b]
	s.parent[u] = p
	if p >= 0 {
		s.kids[p][indexOf(s.kids[p], b)] = u
	} else {
		s.top = u
	}
	s.kids[u] = append(s.kids[u][:0], b, r)
	s.parent[b], s.parent[r] = u, u
	s.setRem(u, at.rem)
	return u
}

// unlinkNew undoes link.
func (s *state) unlinkNew(r int32, at position) {
	p := s.parent[r]
	s.parent[r] = absent
	if at.join {
		s.kids[p] = s.kids[p][:len(s.kids[p])-1]
		return
	}
	above := s.parent[p]
	if above >= 0 {
		s.kids[above][indexOf(s.kids[above], p)] = at.node
	} else {
		s.top = at.node
	}
	s.parent[at.node] = above
	s.release(p)
}

// begin makes the tree of two rows under one branch point at the prior's mean time.
func (s *state) begin(a, b int32) {
	u := s.take()
	s.top = u
	s.parent[u], s.parent[a], s.parent[b] = -1, u, u
	s.kids[u] = append(s.kids[u][:0], a, b)
	s.setTime(u, math.Min(1/(s.hyper.c*s.hyper.prior.Harmonic(1)), 3))
	s.update(u)
}
