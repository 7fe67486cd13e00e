package matrix

import "example.org/espalier/plotting"

// maxMovingColumns limits the columns of a matrix whose change is shown as motion.
const maxMovingColumns = 100

// columnsMove reports whether the columns moved between two scenes and the motion can be shown:
// both have keys and show the same window.
func columnsMove(from, to *matrixScene) bool {
	if !from.shown() || !to.shown() || from.size != to.size || from.GetWindow() != to.GetWindow() ||
		len(from.Panels)+len(to.Panels) > 0 || len(from.Heat.Order) > maxMovingColumns ||
		len(to.Heat.Order) > maxMovingColumns {
		return false
	}
	was := from.placesOfKeys()
	for place, j := range to.Heat.Order {
		if j >= len(to.ColumnKeys) {
			return false
		}
		if p, ok := was[to.ColumnKeys[j]]; ok && p != place {
			return true
		}
	}
	return false
}

// placesOfKeys returns the place of each key.
func (s *matrixScene) placesOfKeys() map[int]int {
	at := make(map[int]int, len(s.Heat.Order))
	for place, j := range s.Heat.Order {
		if j < len(s.ColumnKeys) {
			at[s.ColumnKeys[j]] = place
		}
	}
	return at
}

// spansFrom returns the places of the columns at a share of the way from another scene; new columns
// stand in their final place.
func (s *matrixScene) spansFrom(from *matrixScene, share float64) []stretch {
	was := from.placesOfKeys()
	at := func(k *matrixScene, place int) stretch {
		w := k.c1 - k.c0
		return stretch{(float64(place) - k.c0) / w, (float64(place+1) - k.c0) / w}
	}
	spans := make([]stretch, len(s.Heat.Order))
	for place, j := range s.Heat.Order {
		to := at(s, place)
		old := to
		if p, ok := was[s.ColumnKeys[j]]; ok {
			old = at(from, p)
		}
		spans[place] = stretch{(1-share)*old.from + share*to.from, (1-share)*old.to + share*to.to}
	}
	return spans
}

// MotionFrom implements Moving: columns move to their new places.
func (s *matrixScene) MotionFrom(from plotting.Scene) func(share float64) plotting.Scene {
	was, ok := from.(*matrixScene)
	if !ok || !columnsMove(was, s) {
		return nil
	}
	return func(share float64) plotting.Scene { return s.layoutMoving(s.size, was, share) }
}
