package passing

import (
	"math"
)

// form says of which variance a factor's likelihood is.
type form int

const (
	between form = iota // of a branch with both ends free: σ²·(r_a − r_b)
	since               // of leaves below a branch point: σ²·r
	before              // of the branch above the top node: σ²·(1 − r)
)

// A tilted distribution is what expectation propagation matches the moments of: the
// messages to the times at the ends of a factor, and the factor itself, to the power α.
// Its coordinates are x = logit r_a, of the time remaining at the upper end (or the only
// one), and y = logit(r_b/r_a). They range over the whole plane, without bounds, whatever the
// order of magnitude of the times. With r = r_a, ρ = r_b/r_a and all Jacobians its
// logarithm is
//
//	(a+c+2)·log r + (b+1)·log(1−r) + (c+1)·log ρ + log(1−ρ) + d·log(1−rρ) + αL(σ²r(1−ρ))
//
// for messages r_a^a(1−r_a)^b and r_b^c(1−r_b)^d, and (a+1)·log r + (b+1)·log(1−r) + αL
// with one end.
type tilted struct {
	form         form
	upper, lower power // messages; lower only with two ends
	likelihood   *likelihood
	sigma2       float64
	alpha        float64

	x, y float64 // where to begin; afterwards the mode
}

// leastVariance keeps a likelihood finite where a quadrature has points far beyond the smallest
// time that a number can hold.
const leastVariance = 1e-40

// A share is a number between 0 and 1, given by its logit.
type share struct{ is, isNot, logIs, logIsNot float64 }

func shareOf(logit float64) share {
	e := math.Exp(-math.Abs(logit))
	l := math.Log1p(e)
	s := share{1 / (1 + e), e / (1 + e), -l, -math.Abs(logit) - l}
	if logit < 0 {
		s.is, s.isNot, s.logIs, s.logIsNot = s.isNot, s.is, s.logIsNot, s.logIs
	}
	return s
}

// logit returns log(p/q).
func logit(p, q float64) float64 { return math.Log(p / q) }

// A value is the tilted distribution at one point.
type value struct {
	log            float64
	length         float64 // Δ
	logLow, logNot float64 // log r_b and log(1−r_b)
	slope, bending float64 // ∂L/∂log v, ∂²L/∂(log v)²
}

// at returns the value at r and ρ.
func (t *tilted) at(r, rho share) (v value) {
	a, b := t.upper.a+1, t.upper.b+1
	switch t.form {
	case since:
		v.length = r.is
	case before:
		v.length = r.isNot
	case between:
		v.length = r.is * rho.isNot
		v.logLow = r.logIs + rho.logIs
		if low := r.is * rho.is; low < 0.5 {
			v.logNot = math.Log1p(-low)
		} else {
			v.logNot = math.Log(r.isNot + v.length)
		}
		a += t.lower.a + 1
		v.log = (t.lower.a+1)*rho.logIs + rho.logIsNot + t.lower.b*v.logNot
	}
	w := math.Max(t.sigma2*v.length, leastVariance)
	l, first, second := t.likelihood.log(w)
	v.slope, v.bending = w*first, w*(first+w*second)
	v.log += a*r.logIs + b*r.logIsNot + t.alpha*l
	return v
}

// A bend holds the gradient and the second derivatives of the logarithm.
type bend struct{ x, y, xx, yy, xy float64 }

// bend returns the derivatives in x and y at a point of the given value.
func (t *tilted) bend(r, rho share, v value) (d bend) {
	a, b := t.upper.a+1, t.upper.b+1
	// The likelihood, by the derivatives of log v: in x, in y and second ones.
	first, second := t.alpha*v.slope, t.alpha*v.bending
	vx := r.isNot
	if t.form == before {
		vx = -r.is
	}
	rr := r.is * r.isNot
	d.x = first * vx
	d.xx = second*vx*vx - first*rr
	if t.form == between {
		c := t.lower.a + 1
		a += c
		low := r.is * rho.is
		left := r.isNot + v.length
		k := -t.lower.b / left
		kk := k / left
		lx, ly := low*r.isNot, low*rho.isNot
		ss := rho.is * rho.isNot
		d.x += k * lx
		d.y = c*rho.isNot - rho.is + k*ly - first*rho.is
		d.xx += kk*lx*lx + k*lx*(r.isNot-r.is)
		d.yy = -(c+1)*ss + kk*ly*ly + k*ly*(rho.isNot-rho.is) + second*rho.is*rho.is - first*ss
		d.xy = kk*lx*ly + k*lx*rho.isNot - second*vx*rho.is
	}
	d.x += a*r.isNot - b*r.is
	d.xx -= (a + b) * rr
	return d
}
