package pydt

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// mostKnots bounds the knots of a stretch: seven by scale, and the ends.
const mostKnots = 9

// A stretch is a proposal for the time on one branch: the log target, as a density in ℓ, at a few
// knots, with straight lines between them, and an exponential tail where the branch has no end. It
// depends only on the remaining tree and the subtree, so that the reverse move finds the same
// stretch.
type stretch struct {
	count  int
	ell, f [mostKnots]float64
	mass   [mostKnots]float64 // of the cell that ends at the knot, relative to exp(top); [0] is the tail's
	tail   float64            // rate of the tail, 0 for none
	top    float64
	total  float64
}

// centre returns the 1−t on the branch in view at which the squared distance between the messages
// of subtree and branch equals its expectation under their variances.
func (v *view) centre() float64 {
	t, l := v.t, v.t.l
	b := t.nodes[v.i]
	rem := l.node[b].rem + l.node[t.root].rem
	below, q := l.row(b), l.row(t.root)
	square, variance, columns := 0.0, 0.0, 0.0
	if l.plain {
		square, columns = v.d1, v.weight
		variance = columns * (below[0] + q[0])
	} else {
		for k, cl := range l.problem.classes {
			if w := q[k] + below[k]; !math.IsInf(w, 1) {
				square += t.dist[(v.i*l.c+k)*3+1]
				variance += cl.weight * w
				columns += cl.weight
			}
		}
		if columns == 0 {
			return 0.5 * (rem + v.remLow)
		}
	}
	scale := 1 / (columns * l.hyper.sigma2)
	return 0.5 * max(rem+(square-variance)*scale, 0.2*variance*scale, 1e-12)
}

// coarse weighs a stretch of three knots: the ends and one between. It returns its top and total, and the log likelihood at
// the lower end, where there is one. That at the upper end is NaN if it is not known.
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
		top, total = weigh(v.low, first, ell, middle, end, last, tail)
		return top, total, low
	}
	s := &v.t.stretch // of two knots or one
	s.begin(v.low, first)
	s.add(ell, middle)
	s.add(end, last)
	s.tail = tail
	s.finish()
	return s.top, s.total, low
}

// weigh returns top and total of a stretch of three knots, as finish makes them.
func weigh(ell0, f0, ell1, f1, ell2, f2, tail float64) (top, total float64) {
	top = math.Inf(-1)
	if f0 > top {
		top = f0
	}
	if f1 > top {
		top = f1
	}
	if f2 > top {
		top = f2
	}
	if !(f0 > top-600) {
		f0 = top - 600
	}
	if !(f1 > top-600) {
		f1 = top - 600
	}
	if !(f2 > top-600) {
		f2 = top - 600
	}
	e0, e1, e2 := special.QuickExp(f0-top), special.QuickExp(f1-top), special.QuickExp(f2-top)
	if tail > 0 {
		total = e2 / tail
	}
	total += between(f0, f1, e0, e1) * (ell1 - ell0)
	total += between(f1, f2, e1, e2) * (ell2 - ell1)
	return top, total
}

// fine makes a stretch with knots as dense as the likelihood needs.
func (v *view) fine(s *stretch) {
	centre := -special.QuickLog(v.centre())
	width := min(max(math.Sqrt(2/float64(v.t.l.d)), 0.05), 1)
	centre = min(max(centre, v.low), v.high)
	s.begin(v.low, v.at(v.low, v.remLow))
	s.tail = 0
	for _, x := range [...]float64{-3, -1.5, -0.5, 0.5, 1.5, 3} {
		if x = centre + width*x; x > v.low && x < v.high {
			s.add(x, v.at(x, special.QuickExp(-x)))
		}
	}
	if math.IsInf(v.high, 1) {
		x := centre + 6*width
		s.add(x, v.at(x, special.QuickExp(-x)))
		s.tail = -v.slope
	} else {
		s.add(v.high, v.at(v.high, v.remHigh))
	}
	s.finish()
}

func (s *stretch) begin(ell, f float64) { s.count, s.ell[0], s.f[0] = 1, ell, f }

func (s *stretch) add(ell, f float64) {
	if ell > s.ell[s.count-1] {
		s.ell[s.count], s.f[s.count] = ell, f
		s.count++
	}
}

// finish adds up the masses between the knots.
func (s *stretch) finish() {
	s.top = math.Inf(-1)
	for _, f := range s.f[:s.count] {
		if f > s.top {
			s.top = f
		}
	}
	for k, f := range s.f[:s.count] {
		if !(f > s.top-600) { // impossible to rounding, or NaN
			s.f[k] = s.top - 600
		}
	}
	last := s.count - 1
	s.total, s.mass[0] = 0, 0
	if s.tail > 0 {
		s.mass[0] = special.QuickExp(s.f[last]-s.top) / s.tail
		s.total = s.mass[0]
	}
	before := special.QuickExp(s.f[0] - s.top)
	for k := 1; k <= last; k++ {
		here := special.QuickExp(s.f[k] - s.top)
		s.mass[k] = between(s.f[k-1], s.f[k], before, here) * (s.ell[k] - s.ell[k-1])
		s.total += s.mass[k]
		before = here
	}
}

// between returns the mean of exp(f) as f runs evenly from f0 to f1, given exp(f) at both ends.
func between(f0, f1, e0, e1 float64) float64 {
	if d := f1 - f0; math.Abs(d) > 1e-3 {
		return (e1 - e0) / d
	}
	return 0.5 * (e0 + e1)
}

// draw returns a time drawn from the stretch.
func (s *stretch) draw(rng *rand.Rand) float64 {
	u := rng.Float64() * s.total
	if u -= s.mass[0]; u < 0 {
		return s.ell[s.count-1] + rng.ExpFloat64()/s.tail
	}
	k := 1
	for ; k < s.count-1; k++ {
		if u -= s.mass[k]; u < 0 {
			break
		}
	}
	x, d := rng.Float64(), s.f[k]-s.f[k-1]
	if math.Abs(d) > 1e-3 {
		x = math.Log1p(x*math.Expm1(d)) / d
	}
	return s.ell[k-1] + x*(s.ell[k]-s.ell[k-1])
}

// logDensity returns the log density with which draw gives ell.
func (s *stretch) logDensity(ell float64) float64 {
	last := s.count - 1
	f := math.Inf(-1)
	switch {
	case ell >= s.ell[last]:
		if s.tail > 0 {
			f = s.f[last] - s.tail*(ell-s.ell[last])
		}
	case ell >= s.ell[0]:
		k := 1
		for ell > s.ell[k] {
			k++
		}
		share := (ell - s.ell[k-1]) / (s.ell[k] - s.ell[k-1])
		f = s.f[k-1] + share*(s.f[k]-s.f[k-1])
		if d := s.f[k] - s.f[k-1]; math.Abs(d) <= 1e-3 {
			f = math.Log(0.5*(math.Exp(s.f[k-1]-s.top)+math.Exp(s.f[k]-s.top))) + s.top
		}
	}
	return f - s.top - math.Log(s.total)
}
