package plotting

// maxMovingColumns is how many columns a matrix may have whose change is shown as motion.
const maxMovingColumns = 100

// columnsMove reports whether the columns of one matrix stand at other places in another,
// so that the way there can be shown: both have keys and show the same window.
func columnsMove(from, to *matrixScene) bool {
	if !from.shown() || !to.shown() || from.size != to.size || from.GetWindow() != to.GetWindow() ||
		len(from.Panels)+len(to.Panels) > 0 || len(from.Heat.Order) > maxMovingColumns || len(to.Heat.Order) > maxMovingColumns {
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

// placesOfKeys returns where the column of each key stands.
func (s *matrixScene) placesOfKeys() map[int]int {
	at := make(map[int]int, len(s.Heat.Order))
	for place, j := range s.Heat.Order {
		if j < len(s.ColumnKeys) {
			at[s.ColumnKeys[j]] = place
		}
	}
	return at
}

// spansFrom returns where the columns stand at a share of the way from another scene;
// those that were not there stand where they will be.
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

// Motion returns the scenes on the way from one to another by their share in [0,1], nil
// where the change is none that moves: trees whose branches find new places, and matrices
// whose columns do.
func Motion(from, to Scene) func(share float64) Scene {
	switch to := to.(type) {
	case *DendrogramScene:
		from, ok := from.(*DendrogramScene)
		// What changed may be the window or the selection, which do not glide.
		if ok && MayGlide(from, to) && from.d.Tree != to.d.Tree && from.d.Window == to.d.Window {
			return func(share float64) Scene { return Glide(from, to, share) }
		}
	case *matrixScene:
		from, ok := from.(*matrixScene)
		if ok && columnsMove(from, to) {
			return func(share float64) Scene { return to.layoutMoving(to.size, from, share) }
		}
	}
	return nil
}
