package crosscat

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A departure is a proposal that a column leaves its view for one of its own, or the reverse: see [state.depart].
type departure struct {
	*pass // of the view of the column by itself
	w     *weighed
	other *view // the view that it leaves, or joins
}

// depart proposes (equation 13.2) that a column moves from a view with others to one of its own, whose clusters are
// made for it by a pass. A column that is alone proposes to join one of the other views, each as probable. With q
// the probability of the clusters z* that the pass gives, V views before and n_v other columns, the log ratio of
// the first is
//
//	ln α + ln CRP(z*) + Σ_k m_j(k | z*) − ln n_v − Σ_k m_j(k | z_v) − ln V − ln q(z*)
//
// and that of the second the same with the opposite sign, with z* its present clusters and V the number of other
// views. It returns nil where there is nothing to propose.
func (s *state) depart(j int, rng *rand.Rand) *departure {
	w := s.consider(j)
	if !w.alone {
		return &departure{s.newPass([]int{j}, s.drawBeta(rng), nil, rng), w, s.views[w.at]}
	}
	if len(s.views) == 1 {
		return nil
	}
	k := rng.IntN(len(s.views) - 1)
	if k >= w.at {
		k++
	}
	own := s.views[w.at]
	return &departure{s.newPass([]int{j}, own.Alpha, own.Z, rng), w, s.views[k]}
}

// decide accepts a departure, once all rows are seated, or not, and reports which.
func (s *state) decide(d *departure, rng *rand.Rand) (accepted bool) {
	stats, log := s.statsOf(d.w.column, d.other)
	others, views := len(d.other.columns), len(s.views)
	if d.w.alone {
		views--
	} else {
		others--
	}
	ratio := math.Log(s.alpha) + d.log() - math.Log(float64(others)) - log - math.Log(float64(views)) - d.logQ
	if d.w.alone {
		ratio = -ratio
	}
	if !(math.Log(rng.Float64()) < ratio) {
		return false
	}
	if d.w.alone {
		s.move(d.w, candidate{d.other, stats})
		return true
	}
	from := s.views[d.w.at]
	from.columns = slices.Delete(from.columns, d.w.place, d.w.place+1)
	from.RemovePart(d.w.place)
	s.views = append(s.views, d.view)
	return true
}
