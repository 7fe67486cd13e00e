// Package stretching holds proposals of a time on one branch: densities that are exponential between a few knots.
package stretching

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// mostKnots bounds the knots of a stretch: seven by scale, and the ends.
const mostKnots = 9

// A Stretch is a proposal for the time on one branch: the log target, as a density in ℓ, at a few
// knots, with straight lines between them, and an exponential tail where the branch has no end. It
// depends only on the remaining tree and the subtree, so that the reverse move finds the same
// stretch.
type Stretch struct {
	count  int
	ell, f [mostKnots]float64
	mass   [mostKnots]float64 // of the cell that ends at the knot, relative to exp(top); [0] is the tail's
	Tail   float64            // rate of the tail, 0 for none
	Top    float64            // greatest value
	Total  float64            // mass relative to exp(Top)
}

// Begin starts with the value f at ℓ.
func (s *Stretch) Begin(ell, f float64) { s.count, s.ell[0], s.f[0] = 1, ell, f }

// Add adds a knot behind the last one; one that is not behind it is left out.
func (s *Stretch) Add(ell, f float64) {
	if ell > s.ell[s.count-1] {
		s.ell[s.count], s.f[s.count] = ell, f
		s.count++
	}
}

// Finish adds up the masses between the knots.
func (s *Stretch) Finish() {
	s.Top = math.Inf(-1)
	for _, f := range s.f[:s.count] {
		if f > s.Top {
			s.Top = f
		}
	}
	for k, f := range s.f[:s.count] {
		if !(f > s.Top-600) { // impossible to rounding, or NaN
			s.f[k] = s.Top - 600
		}
	}
	last := s.count - 1
	s.Total, s.mass[0] = 0, 0
	if s.Tail > 0 {
		s.mass[0] = special.QuickExp(s.f[last]-s.Top) / s.Tail
		s.Total = s.mass[0]
	}
	before := special.QuickExp(s.f[0] - s.Top)
	for k := 1; k <= last; k++ {
		here := special.QuickExp(s.f[k] - s.Top)
		s.mass[k] = between(s.f[k-1], s.f[k], before, here) * (s.ell[k] - s.ell[k-1])
		s.Total += s.mass[k]
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

// Draw returns a time drawn from the stretch.
func (s *Stretch) Draw(rng *rand.Rand) float64 {
	u := rng.Float64() * s.Total
	if u -= s.mass[0]; u < 0 {
		return s.ell[s.count-1] + rng.ExpFloat64()/s.Tail
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

// LogDensity returns the log density with which Draw gives ell.
func (s *Stretch) LogDensity(ell float64) float64 {
	last := s.count - 1
	f := math.Inf(-1)
	switch {
	case ell >= s.ell[last]:
		if s.Tail > 0 {
			f = s.f[last] - s.Tail*(ell-s.ell[last])
		}
	case ell >= s.ell[0]:
		k := 1
		for ell > s.ell[k] {
			k++
		}
		share := (ell - s.ell[k-1]) / (s.ell[k] - s.ell[k-1])
		f = s.f[k-1] + share*(s.f[k]-s.f[k-1])
		if d := s.f[k] - s.f[k-1]; math.Abs(d) <= 1e-3 {
			f = math.Log(0.5*(math.Exp(s.f[k-1]-s.Top)+math.Exp(s.f[k]-s.Top))) + s.Top
		}
	}
	return f - s.Top - math.Log(s.Total)
}

// Weigh returns Top and Total of a stretch of three knots, as [Stretch.Finish] makes them.
func Weigh(ell0, f0, ell1, f1, ell2, f2, tail float64) (top, total float64) {
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
