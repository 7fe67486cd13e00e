package diffusion

import (
	"sort"

	"espalier/inference"
	"espalier/inference/tree"
)

// Of returns the parameters that belong to a tree of a snapshot: for a draw that a chain
// kept those of its iteration, else those that the fit has learnt. ok is false where there
// are none: see [Estimate].
func Of(s *inference.Snapshot, t *tree.Tree) (p Parameters, ok bool) {
	for _, d := range s.Samples {
		if d.Tree != t {
			continue
		}
		trace := s.Trace
		if d.Chain < len(s.Chains) {
			trace = s.Chains[d.Chain]
		}
		i := sort.SearchInts(trace.Iteration, d.Iteration)
		if i == len(trace.Iteration) || trace.Iteration[i] != d.Iteration {
			break
		}
		values := make([]float64, len(trace.Values))
		for k, column := range trace.Values {
			values[k] = column[i]
		}
		if p, ok = Named(trace.Names, values); ok {
			return p, true
		}
	}
	return Learnt(s.Scalars)
}
