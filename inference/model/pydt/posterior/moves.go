package posterior

import (
	"math"

	"example.org/espalier/inference/process/timetree"
)

// Detach takes a subtree out and updates the path to the root: O(depth·D).
func (s *State) Detach(r int32) timetree.Detached {
	d := s.Unlink(r)
	s.Climb(d.Touched())
	return d
}

// Restore undoes detach.
func (s *State) Restore(d timetree.Detached) {
	s.Relink(d)
	s.Climb(d.Parent)
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
