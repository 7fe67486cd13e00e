package pydt

import (
	"math"
	"sort"
)

// mergeChildren tries to give v the children of each child that is a branch point on a short
// branch, and keeps what raises the objective. v's cavity must be current; messages above v are
// left to the caller. A try costs about thirty times O(K·D), so if there are many children, only
// those on the shortest branches are tried, as many as a unit of work allows.
func (w *sweeper) mergeChildren(v int32) {
	s := w.t.s
	var near []int32
	for _, child := range s.kids[v] {
		if !s.isLeaf(child) && relativeWait(s, child) < 1 {
			near = append(near, child)
		}
	}
	if len(near) == 0 {
		return
	}
	sort.SliceStable(near, func(i, j int) bool { return relativeWait(s, near[i]) < relativeWait(s, near[j]) })
	near = near[:min(len(near), max(1, unitWork/(30*len(s.kids[v])*(s.d+20))))]
	s.update(v)
	value := localValue(s, v)
	for _, child := range near {
		i := indexOf(s.kids[v], child)
		old := append([]int32(nil), s.kids[v]...)
		rem, ell := s.rem[v], s.ell[v]
		merged := append(append(append([]int32(nil), old[:i]...), s.kids[child]...), old[i+1:]...)
		s.kids[v] = append(s.kids[v][:0], merged...)
		s.update(v)
		if better, gain := w.t.best(v); gain > 0 {
			s.setRem(v, better)
			s.update(v)
		}
		if after := localValue(s, v); after > value {
			for _, k := range s.kids[child] {
				s.parent[k] = v
			}
			s.release(child)
			value = after
			continue
		}
		s.kids[v] = append(s.kids[v][:0], old...)
		s.rem[v], s.ell[v] = rem, ell
		s.update(v)
	}
}

// relativeWait returns the waiting time above a branch point divided by its expectation under the
// prior. Branches longer than expected are not worth a try at merging.
func relativeWait(s *state, v int32) float64 {
	return (s.ell[v] - s.parentEll(v)) * s.hyper.c * s.hyper.prior.Harmonic(int(s.size[v])-1)
}

// localValue returns the part of the objective that depends on v and what is below it: v's message
// against its cavity, and the prior.
func localValue(s *state, v int32) float64 {
	// The top segment's and every ancestor's prior see v's time only through J, in pri.
	return s.lik[v] + s.pri[v] + math.Log(s.ell[v]-s.parentEll(v)) + float64(s.count[v])*float64(s.d)/2*s.hyper.kappa +
		s.againstCavity(v, s.hyper.sigma2*(s.parentRem(v)-s.rem[v]))
}
