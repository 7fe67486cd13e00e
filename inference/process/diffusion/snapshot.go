package diffusion

import (
	"sort"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
)

// Of returns the parameters that belong to a tree of a snapshot: those of its iteration for a draw
// that a chain kept, and the learnt ones for other trees (draw is nil). ok is false where there are
// none: see [Estimate].
func Of(s *inference.Snapshot, draw *forest.Draw) (p Parameters, ok bool) {
	if draw == nil {
		return learnt(s.Scalars)
	}
	trace := s.Trace
	if draw.Chain < len(s.Chains) {
		trace = s.Chains[draw.Chain]
	}
	i := sort.SearchInts(trace.Iteration, draw.Iteration)
	if i == len(trace.Iteration) || trace.Iteration[i] != draw.Iteration {
		return learnt(s.Scalars)
	}
	values := make([]float64, len(trace.Values))
	for k, column := range trace.Values {
		values[k] = column[i]
	}
	if p, ok = named(trace.Names, values); ok {
		return p, true
	}
	return learnt(s.Scalars)
}
