package dpmm

import (
	"fmt"
	"math"
)

// check returns what is wrong with the state, if anything.
func (s *state) check() error {
	size := make([]int, len(s.Clusters))
	for i, k := range s.z {
		if k < 0 || k >= len(s.Clusters) || s.Place(k) < 0 {
			return fmt.Errorf("row %d is in slot %d, which is not in use", i, k)
		}
		size[k]++
	}
	for at, k := range s.Active {
		if s.Place(k) != at || s.Clusters[k].Size() != size[k] || size[k] == 0 {
			return fmt.Errorf("slot %d at place %d holds %d rows, its cluster %d", k, at, size[k], s.Clusters[k].Size())
		}
		again := s.fresh()
		again.Fill(s.members(k))
		if a, b := again.LogMarginal(), s.Clusters[k].LogMarginal(); !(math.Abs(a-b) < 1e-6*(1+math.Abs(a))) {
			return fmt.Errorf("slot %d has log marginal %v, computed anew %v", k, b, a)
		}
	}
	return nil
}
