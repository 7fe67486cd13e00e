package crp

// Slots hold the clusters of a partition that changes: a cluster stays in its slot while it has members, and the slot
// of one that
// has none is used again. The zero value is ready for use.
type Slots[C any] struct {
	Clusters []C   // by slot, those without members too
	Active   []int // slots with members, in the order in which they are visited
	place    []int // of each slot in Active, −1 for free ones
	free     []int
}

// Open returns the slot of a new cluster: one without members that clear empties, or else one that fresh makes.
func (s *Slots[C]) Open(fresh func() C, clear func(C)) int {
	var k int
	if m := len(s.free); m > 0 {
		k = s.free[m-1]
		s.free = s.free[:m-1]
		clear(s.Clusters[k])
	} else {
		k = len(s.Clusters)
		s.Clusters, s.place = append(s.Clusters, fresh()), append(s.place, -1)
	}
	s.place[k] = len(s.Active)
	s.Active = append(s.Active, k)
	return k
}

// Close frees the slot of a cluster without members. The last of the active slots takes its place.
func (s *Slots[C]) Close(k int) {
	last := s.Active[len(s.Active)-1]
	s.Active[s.place[k]] = last
	s.place[last] = s.place[k]
	s.place[k] = -1
	s.Active = s.Active[:len(s.Active)-1]
	s.free = append(s.free, k)
}

// Place returns where a slot stands in Active, −1 for one that is free.
func (s *Slots[C]) Place(k int) int { return s.place[k] }

// Reset makes the slots those of some clusters, all in use and in their order.
func (s *Slots[C]) Reset(clusters []C) {
	s.Clusters, s.Active, s.place, s.free = clusters, s.Active[:0], s.place[:0], s.free[:0]
	for k := range clusters {
		s.Active, s.place = append(s.Active, k), append(s.place, k)
	}
}
