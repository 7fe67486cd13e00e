package ensemble

import (
	"math"

	"example.org/espalier/inference/model/pydt/leaves"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
)

// bestRate finds the divergence rate with which the tree best predicts its own rows, each taken out in turn (at most
// `most` of them, evenly spread). O(most·N·D).
func bestRate(s *posterior.State, most int, stop func() bool) float64 {
	rows := Evenly(s.N, most)
	return BestRate(s, func() (sum float64, all bool) {
		values := LogLeftOut(s, rows, stop)
		for _, v := range values {
			sum += v
		}
		return sum, len(values) == len(rows)
	})
}

// BestRate finds the divergence rate with which a tree best predicts rows that are left out of it, of which log returns
// the log density at the present rate; it reports false if it was stopped, and then the rate stays. A tree found by
// search overfits its rows: they leave their neighbours later than new points would, and the c learnt from it is too
// low for prediction.
func BestRate(s *posterior.State, log func() (sum float64, all bool)) float64 {
	learnt := s.Hyper.C
	defer func() { s.Hyper.C = learnt; s.Recompute() }()
	best, value := learnt, math.Inf(-1)
	falling := 0
	for i := -1; i <= 6 && falling < 2; i++ {
		s.Hyper.C = learnt * math.Pow(2, float64(i)/2)
		sum, all := log()
		if !all {
			return learnt
		}
		if sum > value {
			best, value, falling = s.Hyper.C, sum, 0
		} else {
			falling++
		}
	}
	return best
}

// measured returns row r as it was measured; for a binary table, its signs.
func measured(s *posterior.State, r int32) []float64 {
	if s.Sites == nil {
		return s.MeanOf(r)
	}
	return s.Sites.Cells.(leaves.Signs).Of(int(r))
}

func anyMissing(s *posterior.State, r int32) bool {
	for _, cl := range s.Classes {
		if cl.Observed != nil && !cl.Observed[r] {
			return true
		}
	}
	return false
}

// Evenly returns at most this many of n rows, evenly spaced.
func Evenly(n, most int) []int32 {
	rows := make([]int32, min(n, most))
	for i := range rows {
		rows[i] = int32(i * n / len(rows))
	}
	return rows
}

// LogLeftOut returns the log densities of rows, each taken out of the tree in turn; fewer if it is stopped.
func LogLeftOut(s *posterior.State, rows []int32, stop func() bool) (values []float64) {
	var p *predict.Predictor
	for _, r := range rows {
		if stop() {
			return values
		}
		d := s.Detach(r)
		if p == nil {
			p = predict.NewPredictor(s)
		} else {
			p.Prepare()
		}
		if p.Kinds() != nil {
			values = append(values, p.Kinds().Row(int(r), p.Kinds().Table().Row(int(r))))
			s.Restore(d)
			continue
		}
		y := append([]float64(nil), measured(s, r)...)
		var observed []bool
		if anyMissing(s, r) {
			observed = make([]bool, s.D)
			for _, cl := range s.Classes {
				for j := cl.Low; j < cl.High; j++ {
					observed[j] = cl.Observed == nil || cl.Observed[r]
				}
			}
		}
		values = append(values, p.LogDensity(y, observed))
		s.Restore(d)
	}
	return values
}
