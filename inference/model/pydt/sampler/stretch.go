package sampler

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/stretching"
)

// centre returns the 1−t on the branch in view at which the squared distance between the messages
// of subtree and branch equals its expectation under their variances.
func (v *view) centre() float64 {
	t, l := v.t, v.t.l
	b := t.nodes[v.i]
	rem := l.Node[b].Rem + l.Node[t.root].Rem
	below, q := l.Row(b), l.Row(t.root)
	square, variance, columns := 0.0, 0.0, 0.0
	if l.Plain {
		square, columns = v.d1, v.weight
		variance = columns * (below[0] + q[0])
	} else {
		for k, cl := range l.Classes {
			if w := q[k] + below[k]; !math.IsInf(w, 1) {
				square += t.dist[(v.i*l.C+k)*3+1]
				variance += cl.Weight * w
				columns += cl.Weight
			}
		}
		if columns == 0 {
			return 0.5 * (rem + v.remLow)
		}
	}
	scale := 1 / (columns * l.hyper.Sigma2)
	return 0.5 * max(rem+(square-variance)*scale, 0.2*variance*scale, 1e-12)
}

// coarse weighs a stretch of three knots: the ends and one between. It returns its top and total, and the log
// likelihood at the lower end, where there is one. That at the upper end is NaN if it is not known.
func (v *view) coarse(high float64) (top, total, low float64) {
	rem := v.centre()
	if math.IsNaN(high) {
		high = v.fit(v.remLow)
	}
	first := v.prior(v.low) + high
	var ell, end, middle, last, tail float64
	if math.IsInf(v.high, 1) {
		const further = 0.1353352832366127 // e⁻²
		rem = min(rem, 0.9*v.remLow)
		ell = -special.QuickLog(rem)
		end, tail = ell+2, -v.slope
		middle, last = v.at(ell, rem), v.at(end, further*rem)
	} else {
		rem = min(max(rem, 0.8*v.remHigh+0.2*v.remLow), 0.2*v.remHigh+0.8*v.remLow)
		ell, end = -special.QuickLog(rem), v.high
		low = v.fit(v.remHigh)
		middle, last = v.at(ell, rem), v.prior(end)+low
	}
	if ell > v.low && end > ell {
		top, total = stretching.Weigh(v.low, first, ell, middle, end, last, tail)
		return top, total, low
	}
	s := &v.t.stretch // of two knots or one
	s.Begin(v.low, first)
	s.Add(ell, middle)
	s.Add(end, last)
	s.Tail = tail
	s.Finish()
	return s.Top, s.Total, low
}

// fine makes a stretch with knots as dense as the likelihood needs.
func (v *view) fine(s *stretching.Stretch) {
	centre := -special.QuickLog(v.centre())
	width := min(max(math.Sqrt(2/float64(v.t.l.D)), 0.05), 1)
	centre = min(max(centre, v.low), v.high)
	s.Begin(v.low, v.at(v.low, v.remLow))
	s.Tail = 0
	for _, x := range [...]float64{-3, -1.5, -0.5, 0.5, 1.5, 3} {
		if x = centre + width*x; x > v.low && x < v.high {
			s.Add(x, v.at(x, special.QuickExp(-x)))
		}
	}
	if math.IsInf(v.high, 1) {
		x := centre + 6*width
		s.Add(x, v.at(x, special.QuickExp(-x)))
		s.Tail = -v.slope
	} else {
		s.Add(v.high, v.at(v.high, v.remHigh))
	}
	s.Finish()
}
