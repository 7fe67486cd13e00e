package bicluster

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference/process/crp/seating"
)

// check returns what is wrong with the moving side, if anything.
func (s *state) check() error {
	m := s.moving
	again := seating.New(m, m.laws, m.across, m.Alpha, slices.Clone(m.Z))
	again.Settle(0, len(m.Z))
	for i, k := range m.Z {
		if m.Place(k) < 0 {
			return fmt.Errorf("item %d is in slot %d, which is not in use", i, k)
		}
	}
	for at, k := range m.Active {
		c, fresh := m.Clusters[k], again.Clusters[k]
		if m.Place(k) != at || c.Size != fresh.Size || c.Size == 0 {
			return fmt.Errorf("slot %d at place %d holds %d items, its cluster %d", k, at, fresh.Size, c.Size)
		}
		if v := fresh.Log(); !(math.Abs(v-c.Log()) < 1e-8*(1+math.Abs(v))) {
			return fmt.Errorf("slot %d has log likelihood %v, computed anew %v", k, c.Log(), v)
		}
	}
	return nil
}
