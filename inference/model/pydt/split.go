package pydt

import "math"

// mostToSplit is the largest number of children among which to look for a pair to split off:
// O(K²·D).
const mostToSplit = 40

// splitChildren takes the pair of v's children that seem to part latest and gives them a branch
// point of their own, as long as that raises the objective. It is the reverse of mergeChildren. v's
// cavity must be current; messages above v are left to the caller.
func (w *sweeper) splitChildren(v int32) {
	s := w.t.s
	for len(s.kids[v]) > 2 && len(s.kids[v]) <= mostToSplit {
		i, j, rem := closest(s, v)
		if i < 0 || rem > 0.98*s.rem[v] {
			return
		}
		s.update(v)
		value := localValue(s, v)
		old := append([]int32(nil), s.kids[v]...)
		a, b := old[i], old[j]
		u := s.take()
		s.parent[u], s.parent[a], s.parent[b] = v, u, u
		s.kids[u] = append(s.kids[u][:0], a, b)
		s.kids[v][i] = u
		s.kids[v] = without(s.kids[v], j)
		s.setRem(u, rem)
		s.update(u)
		s.cavitiesBelow(v)
		if better, gain := w.t.best(u); gain > 0 {
			s.setRem(u, better)
			s.update(u)
		}
		before, ell := s.rem[v], s.ell[v]
		s.update(v)
		if better, gain := w.t.best(v); gain > 0 {
			s.setRem(v, better)
			s.update(v)
		}
		if after := localValue(s, v); after > value {
			continue
		}
		s.rem[v], s.ell[v] = before, ell
		s.parent[a], s.parent[b] = v, v
		s.release(u)
		s.kids[v] = append(s.kids[v][:0], old...)
		s.update(v)
		return
	}
}

// closest returns the places of the two children of v whose messages suggest the
// latest parting, and the time remaining at it, −1 where none can part.
func closest(s *state, v int32) (first, second int, rem float64) {
	kids := s.kids[v]
	first, second = -1, -1
	best := math.Inf(1)
	for j := range kids {
		for i := range j {
			a, b := kids[i], kids[j]
			square, variances, columns := s.apart(a, b)
			if columns == 0 {
				continue
			}
			sum := (square-variances)/s.hyper.sigma2 + columns*(s.rem[a]+s.rem[b])
			low, high := within(math.Max(s.rem[a], s.rem[b]), s.rem[v])
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
