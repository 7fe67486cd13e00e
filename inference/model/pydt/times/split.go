package times

import (
	"math"

	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/timetree"
)

// mostToSplit is the largest number of children among which to look for a pair to split off:
// O(K²·D).
const mostToSplit = 40

// splitChildren takes the pair of v's children that seem to part latest and gives them a branch
// point of their own, as long as that raises the objective. It is the reverse of mergeChildren. v's
// cavity must be current; messages above v are left to the caller.
func (w *Sweeper) splitChildren(v int32) {
	s := w.t.S
	for len(s.Kids[v]) > 2 && len(s.Kids[v]) <= mostToSplit {
		i, j, rem := Closest(s, v)
		if i < 0 || rem > 0.98*s.Rem[v] {
			return
		}
		s.Update(v)
		value := localValue(s, v)
		old := append([]int32(nil), s.Kids[v]...)
		a, b := old[i], old[j]
		u := s.Take()
		s.Parent[u], s.Parent[a], s.Parent[b] = v, u, u
		s.Kids[u] = append(s.Kids[u][:0], a, b)
		s.Kids[v][i] = u
		s.Kids[v] = timetree.Without(s.Kids[v], j)
		s.SetRem(u, rem)
		s.Update(u)
		s.CavitiesBelow(v)
		if better, gain := w.t.best(u); gain > 0 {
			s.SetRem(u, better)
			s.Update(u)
		}
		before, ell := s.Rem[v], s.Ell[v]
		s.Update(v)
		if better, gain := w.t.best(v); gain > 0 {
			s.SetRem(v, better)
			s.Update(v)
		}
		if after := localValue(s, v); after > value {
			continue
		}
		s.Rem[v], s.Ell[v] = before, ell
		s.Parent[a], s.Parent[b] = v, v
		s.Release(u)
		s.Kids[v] = append(s.Kids[v][:0], old...)
		s.Update(v)
		return
	}
}

// Closest returns the places of the two children of v whose messages suggest the
// latest parting, and the time remaining at it, −1 where none can part.
func Closest(s *posterior.State, v int32) (first, second int, rem float64) {
	kids := s.Kids[v]
	first, second = -1, -1
	best := math.Inf(1)
	for j := range kids {
		for i := range j {
			a, b := kids[i], kids[j]
			square, variances, columns := s.Apart(a, b)
			if columns == 0 {
				continue
			}
			sum := (square-variances)/s.Hyper.Sigma2 + columns*(s.Rem[a]+s.Rem[b])
			low, high := timetree.Within(math.Max(s.Rem[a], s.Rem[b]), s.Rem[v])
			if !(high > low) {
				continue
			}
			if guess := 0.5 * sum / columns; guess < best {
				first, second, best = i, j, guess
				rem = math.Min(math.Max(guess, low+0.02*(high-low)), high-0.02*(high-low))
			}
		}
	}
	return first, second, rem
}
