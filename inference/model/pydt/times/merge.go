package times

import (
	"math"
	"sort"

	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/timetree"
)

// mergeChildren tries to give v the children of each child that is a branch point on a short
// branch, and keeps what raises the objective. v's cavity must be current; messages above v are
// left to the caller. A try costs about thirty times O(K·D), so if there are many children, only
// those on the shortest branches are tried, as many as a unit of work allows.
func (w *Sweeper) mergeChildren(v int32) {
	s := w.t.S
	var near []int32
	for _, child := range s.Kids[v] {
		if !s.IsLeaf(child) && relativeWait(s, child) < 1 {
			near = append(near, child)
		}
	}
	if len(near) == 0 {
		return
	}
	sort.SliceStable(near, func(i, j int) bool { return relativeWait(s, near[i]) < relativeWait(s, near[j]) })
	near = near[:min(len(near), max(1, problem.UnitWork/(30*len(s.Kids[v])*(s.D+20))))]
	s.Update(v)
	value := localValue(s, v)
	for _, child := range near {
		i := timetree.IndexOf(s.Kids[v], child)
		old := append([]int32(nil), s.Kids[v]...)
		rem, ell := s.Rem[v], s.Ell[v]
		merged := append(append(append([]int32(nil), old[:i]...), s.Kids[child]...), old[i+1:]...)
		s.Kids[v] = append(s.Kids[v][:0], merged...)
		s.Update(v)
		if better, gain := w.t.best(v); gain > 0 {
			s.SetRem(v, better)
			s.Update(v)
		}
		if after := localValue(s, v); after > value {
			for _, k := range s.Kids[child] {
				s.Parent[k] = v
			}
			s.Release(child)
			value = after
			continue
		}
		s.Kids[v] = append(s.Kids[v][:0], old...)
		s.Rem[v], s.Ell[v] = rem, ell
		s.Update(v)
	}
}

// relativeWait returns the waiting time above a branch point divided by its expectation under the
// prior. Branches longer than expected are not worth a try at merging.
func relativeWait(s *posterior.State, v int32) float64 {
	return (s.Ell[v] - s.ParentEll(v)) * s.Hyper.C * s.Hyper.Prior.Harmonic(int(s.Size[v])-1)
}

// localValue returns the part of the objective that depends on v and what is below it: v's message
// against its cavity, and the prior.
func localValue(s *posterior.State, v int32) float64 {
	// The top segment's and every ancestor's prior see v's time only through J, in pri.
	return s.Lik[v] + s.Pri[v] + math.Log(s.Ell[v]-s.ParentEll(v)) + float64(s.Count[v])*float64(s.D)/2*s.Hyper.Kappa +
		s.AgainstCavity(v, s.Hyper.Sigma2*(s.ParentRem(v)-s.Rem[v]))
}
