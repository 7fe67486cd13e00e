package passing

import (
	"math"
)

// integrals are the results for one tilted distribution.
type integrals struct {
	log            float64    // logarithm of the integral
	logs           [4]float64 // ⟨log r⟩ and ⟨log(1−r)⟩ at the upper end, then at the lower one
	length         float64    // ⟨Δ⟩
	slope, bending float64    // ⟨∂L/∂log v⟩, ⟨∂²L/∂(log v)²⟩
}

// precision returns the negative second derivatives, made positive definite where they are not.
func (d bend) precision(two bool) (xx, yy, xy float64) {
	const least = 1e-3
	xx = math.Max(-d.xx, least)
	if !two {
		return xx, 1, 0
	}
	yy, xy = math.Max(-d.yy, least), -d.xy
	if limit := 0.95 * math.Sqrt(xx*yy); math.Abs(xy) > limit {
		xy = math.Copysign(limit, xy)
	}
	return xx, yy, xy
}

// climb moves to the mode by Newton steps that are shortened until they rise.
func (t *tilted) climb() (value, bend) {
	two := t.form == between
	look := func(x, y float64) (share, share, value) {
		r, rho := shareOf(x), shareOf(y)
		return r, rho, t.at(r, rho)
	}
	r, rho, v := look(t.x, t.y)
	d := t.bend(r, rho, v)
	for range 60 {
		xx, yy, xy := d.precision(two)
		det := xx*yy - xy*xy
		dx, dy := (yy*d.x-xy*d.y)/det, (xx*d.y-xy*d.x)/det
		if !(dx*d.x+dy*d.y > 1e-8) {
			break
		}
		// At most three units at once.
		if far := math.Max(math.Abs(dx), math.Abs(dy)); far > 3 {
			dx, dy = 3*dx/far, 3*dy/far
		}
		r1, rho1, next := look(t.x+dx, t.y+dy)
		for i := 0; i < 30 && !(next.log >= v.log); i++ {
			dx, dy = dx/2, dy/2
			r1, rho1, next = look(t.x+dx, t.y+dy)
		}
		if !(next.log >= v.log) {
			break
		}
		t.x, t.y = t.x+dx, t.y+dy
		r, rho, v = r1, rho1, next
		d = t.bend(r, rho, v)
	}
	return v, d
}

// farthest is the greatest logit of a mode; what lies beyond is a flat tail, climbed by mistake.
const farthest = 60

// integrate finds all integrals; ok is false where they are not finite.
func (t *tilted) integrate() (g integrals, ok bool) {
	top, d := t.climb()
	var s sums
	if t.form == between {
		g.log = top.log + t.plane(&s, top.log, d)
	} else {
		g.log = top.log + t.line(&s, top.log, d)
	}
	for i, x := range s.logs {
		g.logs[i] = x / s.w
	}
	g.length, g.slope, g.bending = s.length/s.w, s.slope/s.w, s.bending/s.w
	ok = s.w > 0 && math.Abs(t.x) < farthest && math.Abs(t.y) < farthest && !math.IsInf(g.log, 0) &&
		!math.IsNaN(g.log+g.slope+g.bending+g.length)
	return g, ok
}

// plane integrates by 9×9 points of adaptive Gauss-Hermite quadrature.
func (t *tilted) plane(s *sums, peak float64, d bend) float64 {
	xx, yy, xy := d.precision(true)
	det := xx*yy - xy*xy
	// Cholesky factor of the inverse: first the direction of y, then x given y.
	l11 := math.Sqrt(yy / det)
	l21 := -xy / det / l11
	l22 := 1 / math.Sqrt(yy)
	for i, w := range hermiteWeights {
		for _, a := range [2]float64{-hermiteNodes[i], hermiteNodes[i]} {
			r := shareOf(t.x + math.Sqrt2*l11*a)
			for j, u := range hermiteWeights {
				for _, b := range [2]float64{-hermiteNodes[j], hermiteNodes[j]} {
					rho := shareOf(t.y + math.Sqrt2*(l21*a+l22*b))
					v := t.at(r, rho)
					s.add(w*u*math.Exp(v.log-peak), r, v)
					if b == 0 {
						break
					}
				}
			}
			if a == 0 {
				break
			}
		}
	}
	return math.Log(2 * l11 * l22 * s.w)
}

// line integrates by 20 points of Gauss-Legendre quadrature on each side of the mode. In one
// dimension there is time for tails that are longer than those of a Gaussian.
func (t *tilted) line(s *sums, peak float64, d bend) float64 {
	xx, _, _ := d.precision(false)
	for _, step := range [2]float64{-1 / math.Sqrt(xx), 1 / math.Sqrt(xx)} {
		length := t.tail(peak, step)
		for i, w := range legendreWeights {
			r := shareOf(t.x + length*legendreNodes[i])
			v := t.at(r, share{})
			s.add(math.Abs(length)*w*math.Exp(v.log-peak), r, v)
		}
	}
	return math.Log(s.w)
}

// tail returns how far the mass reaches from the mode in the direction of step.
func (t *tilted) tail(peak, step float64) float64 {
	const negligible = 25
	x := 4 * step
	for range 40 {
		if v := t.at(shareOf(t.x+x), share{}); !(v.log > peak-negligible) {
			break
		}
		x *= 1.5
	}
	return x
}

// sums collects weighted sums over the points of a quadrature.
type sums struct {
	w, length, slope, bending float64
	logs                      [4]float64
}

func (s *sums) add(w float64, r share, v value) {
	s.w += w
	s.length += w * v.length
	s.slope += w * v.slope
	s.bending += w * v.bending
	for i, x := range [4]float64{r.logIs, r.logIsNot, v.logLow, v.logNot} {
		s.logs[i] += w * x
	}
}

// Nodes of Gauss-Hermite quadrature, the half from 0 on, and weights times exp(x²).
var (
	hermiteNodes   = [...]float64{0, 0.7235510187528376, 1.468553289216668, 2.266580584531843, 3.190993201781527}
	hermiteWeights = [...]float64{0.7202352156060507, 0.7303024527450919, 0.7646081250945502,
		0.8417527014786705, 1.047003580976685}
)

// Nodes and weights of Gauss-Legendre quadrature on [0, 1].
var (
	legendreNodes = [...]float64{0.003435700407452558, 0.0180140363610431, 0.04388278587433703, 0.08044151408889055,
		0.1268340467699246, 0.1819731596367425, 0.2445664990245864, 0.3131469556422902, 0.3861070744291775,
		0.4617367394332513, 0.5382632605667487, 0.6138929255708225, 0.6868530443577098, 0.7554335009754136,
		0.8180268403632576, 0.8731659532300754, 0.9195584859111094, 0.956117214125663, 0.981985963638957, 0.9965642995925474}
	legendreWeights = [...]float64{0.008807003569576132, 0.02030071490019352, 0.03133602416705452,
		0.04163837078835237, 0.05096505990862024, 0.05909726598075916, 0.06584431922458825, 0.07104805465919095,
		0.07458649323630191, 0.07637669356536299, 0.07637669356536293, 0.07458649323630191, 0.07104805465919095,
		0.06584431922458825, 0.05909726598075916, 0.05096505990862024, 0.04163837078835237, 0.03133602416705452,
		0.02030071490019352, 0.008807003569576132}
)
