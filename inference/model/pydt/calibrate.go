package pydt

import "math"

// calibrate finds the divergence rate with which the tree best predicts its own rows, each taken
// out in turn (at most `most` of them, evenly spread). A tree found by search overfits its rows:
// they leave their neighbours later than new points would, and the c learnt from it is too low for
// prediction. O(most·N·D).
func (s *state) calibrate(most int, stop func() bool) float64 {
	learnt := s.hyper.c
	defer func() { s.hyper.c = learnt; s.recompute() }()
	var rows []int32
	for i := range min(most, s.n) {
		rows = append(rows, int32(i*s.n/min(most, s.n)))
	}
	best, value := learnt, math.Inf(-1)
	falling := 0
	for i := -1; i <= 6 && falling < 2; i++ {
		s.hyper.c = learnt * math.Pow(2, float64(i)/2)
		sum := 0.0
		for _, r := range rows {
			if stop() {
				return learnt
			}
			d := s.detach(r)
			y := append([]float64(nil), s.measured(r)...)
			var observed []bool
			if s.anyMissing(r) {
				observed = make([]bool, s.d)
				for _, cl := range s.classes {
					for j := cl.low; j < cl.high; j++ {
						observed[j] = cl.observed == nil || cl.observed[r]
					}
				}
			}
			sum += newPredictor(s).logDensity(y, observed)
			s.restore(d)
		}
		if sum > value {
			best, value, falling = s.hyper.c, sum, 0
		} else {
			falling++
		}
	}
	return best
}

// measured returns row r as it was measured; for a binary table, its signs.
func (s *state) measured(r int32) []float64 {
	if s.sites != nil {
		return s.sites.sign[int(r)*s.d : int(r)*s.d+s.d]
	}
	return s.meanOf(r)
}

func (s *state) anyMissing(r int32) bool {
	for _, cl := range s.classes {
		if cl.observed != nil && !cl.observed[r] {
			return true
		}
	}
	return false
}
