package pydt

import "math"

// bestRate finds the divergence rate with which the tree best predicts its own rows, each taken
// out in turn (at most `most` of them, evenly spread). A tree found by search overfits its rows:
// they leave their neighbours later than new points would, and the c learnt from it is too low for
// prediction. O(most·N·D).
func bestRate(s *state, most int, stop func() bool) float64 {
	learnt := s.hyper.c
	defer func() { s.hyper.c = learnt; s.recompute() }()
	rows := evenly(s.n, most)
	best, value := learnt, math.Inf(-1)
	falling := 0
	for i := -1; i <= 6 && falling < 2; i++ {
		s.hyper.c = learnt * math.Pow(2, float64(i)/2)
		values := logLeftOut(s, rows, stop)
		if len(values) < len(rows) {
			return learnt
		}
		sum := 0.0
		for _, v := range values {
			sum += v
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
func measured(s *state, r int32) []float64 {
	if s.sites != nil {
		return s.sites.sign[int(r)*s.d : int(r)*s.d+s.d]
	}
	return s.meanOf(r)
}

func anyMissing(s *state, r int32) bool {
	for _, cl := range s.classes {
		if cl.observed != nil && !cl.observed[r] {
			return true
		}
	}
	return false
}

// evenly returns at most this many of n rows, evenly spaced.
func evenly(n, most int) []int32 {
	rows := make([]int32, min(n, most))
	for i := range rows {
		rows[i] = int32(i * n / len(rows))
	}
	return rows
}

// logLeftOut returns the log densities of rows, each taken out of the tree in turn; fewer if it is stopped.
func logLeftOut(s *state, rows []int32, stop func() bool) (values []float64) {
	for _, r := range rows {
		if stop() {
			return values
		}
		d := s.detach(r)
		y := append([]float64(nil), measured(s, r)...)
		var observed []bool
		if anyMissing(s, r) {
			observed = make([]bool, s.d)
			for _, cl := range s.classes {
				for j := cl.low; j < cl.high; j++ {
					observed[j] = cl.observed == nil || cl.observed[r]
				}
			}
		}
		values = append(values, newPredictor(s).logDensity(y, observed))
		s.restore(d)
	}
	return values
}
