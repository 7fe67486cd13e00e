package bicluster

import (
	"fmt"
	"math"
)

// check returns what is wrong with the moving side, if anything.
func (s *state) check() error {
	m := s.moving
	size := make([]int, len(m.Clusters))
	for i, k := range m.z {
		if k < 0 || k >= len(m.Clusters) || m.Place(k) < 0 {
			return fmt.Errorf("item %d is in slot %d, which is not in use", i, k)
		}
		size[k]++
	}
	again := &state{t: s.t, alpha: s.alpha, laws: s.laws}
	for which := range s.z {
		again.z[which] = append([]int(nil), s.z[which]...)
	}
	for at, k := range m.Active {
		c := m.Clusters[k]
		if m.Place(k) != at || c.size != size[k] || size[k] == 0 {
			return fmt.Errorf("slot %d at place %d holds %d items, its cluster %d", k, at, size[k], c.size)
		}
		fresh := m.fresh()
		for i, z := range m.z {
			if z == k {
				m.add(fresh, i)
			}
		}
		for p, v := range fresh.logs {
			if !(math.Abs(v-c.logs[p]) < 1e-8*(1+math.Abs(v))) {
				return fmt.Errorf("slot %d has log likelihood %v in part %d, computed anew %v", k, c.logs[p], p, v)
			}
		}
	}
	return nil
}
