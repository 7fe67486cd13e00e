package posterior

import "math"

// Detached remembers where a subtree was taken from, so that it can be put back
// to the same slots in the same order.
type Detached struct {
	Root     int32 // of the subtree
	Parent   int32 // the branch point it hung from
	index    int   // its place among that one's children
	Removed  bool  // the branch point had two children and went away with it
	Sibling  int32 // then: the other child, now in its place
	ell, Rem float64
	above    int32 // then: the parent of the branch point, −1 for none
	place    int   // then: its place there
}

// Touched returns the lowest node of the remaining tree whose messages change, −1 for none.
func (d Detached) Touched() int32 {
	if d.Removed {
		return d.above
	}
	return d.Parent
}

func IndexOf(kids []int32, v int32) int {
	for i, k := range kids {
		if k == v {
			return i
		}
	}
	panic("pydt: not a child")
}

func Without(kids []int32, i int) []int32 {
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
func (s *State) unlink(r int32) Detached {
	p := s.Parent[r]
	d := Detached{Root: r, Parent: p, index: IndexOf(s.Kids[p], r), ell: s.Ell[p], Rem: s.Rem[p]}
	s.Kids[p] = Without(s.Kids[p], d.index)
	s.Parent[r] = Absent
	if len(s.Kids[p]) > 1 {
		return d
	}
	d.Removed, d.Sibling, d.above = true, s.Kids[p][0], s.Parent[p]
	if d.above >= 0 {
		d.place = IndexOf(s.Kids[d.above], p)
		s.Kids[d.above][d.place] = d.Sibling
	} else {
		s.Top = d.Sibling
	}
	s.Parent[d.Sibling] = d.above
	s.Release(p)
	return d
}

// Relink undoes unlink, to the same slots and orders; messages are left to the caller.
func (s *State) Relink(d Detached) {
	if d.Removed {
		p := s.Take()
		if p != d.Parent {
			panic("pydt: slots taken in between")
		}
		s.Parent[p] = d.above
		s.Kids[p] = append(s.Kids[p][:0], d.Sibling)
		s.Ell[p], s.Rem[p] = d.ell, d.Rem
		if d.above >= 0 {
			s.Kids[d.above][d.place] = p
		} else {
			s.Top = p
		}
		s.Parent[d.Sibling] = p
	}
	s.Kids[d.Parent] = with(s.Kids[d.Parent], d.index, d.Root)
	s.Parent[d.Root] = d.Parent
}

// Detach takes a subtree out and updates the path to the root: O(depth·D).
func (s *State) Detach(r int32) Detached {
	d := s.unlink(r)
	s.Climb(d.Touched())
	return d
}

// Restore undoes detach.
func (s *State) Restore(d Detached) {
	s.Relink(d)
	s.Climb(d.Parent)
}

// A Position says where a subtree can be attached: on the branch above node, with
// rem time remaining, or as a further child of node.
type Position struct {
	Node  int32
	Join  bool
	Rem   float64
	Score float64 // ΔlogL + logπ, comparable among positions
}

// Link attaches the subtree at r without touching messages and returns the branch point it hangs from.
func (s *State) Link(r int32, at Position) int32 {
	if at.Join {
		s.Kids[at.Node] = append(s.Kids[at.Node], r)
		s.Parent[r] = at.Node
		return at.Node
	}
	b := at.Node
	u := s.Take()
	p := s.Parent[b]
	s.Parent[u] = p
	if p >= 0 {
		s.Kids[p][IndexOf(s.Kids[p], b)] = u
	} else {
		s.Top = u
	}
	s.Kids[u] = append(s.Kids[u][:0], b, r)
	s.Parent[b], s.Parent[r] = u, u
	s.SetRem(u, at.Rem)
	return u
}

// UnlinkNew undoes link.
func (s *State) UnlinkNew(r int32, at Position) {
	p := s.Parent[r]
	s.Parent[r] = Absent
	if at.Join {
		s.Kids[p] = s.Kids[p][:len(s.Kids[p])-1]
		return
	}
	above := s.Parent[p]
	if above >= 0 {
		s.Kids[above][IndexOf(s.Kids[above], p)] = at.Node
	} else {
		s.Top = at.Node
	}
	s.Parent[at.Node] = above
	s.Release(p)
}

// Begin makes the tree of two rows under one branch point at the prior's mean time.
func (s *State) Begin(a, b int32) {
	u := s.Take()
	s.Top = u
	s.Parent[u], s.Parent[a], s.Parent[b] = -1, u, u
	s.Kids[u] = append(s.Kids[u][:0], a, b)
	s.SetTime(u, math.Min(1/(s.Hyper.C*s.Hyper.Prior.Harmonic(1)), 3))
	s.Update(u)
}
