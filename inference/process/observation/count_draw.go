package observation

import (
	"math"
	"math/rand/v2"
)

// Draw implements [Factor], by rejection as [draw] does, with the mode in closed form: with p = γ²w and the rate λ =
// exp(o + a + γu), the latent number of the greatest density is u* = m + wγ(y − λ*), where pλ* is the Wright omega
// function of log p + o + a + γm + py. At a distance Δ from u* the log density is less by λ*(e^t − 1 − t) + Δ²/(2w),
// t = γΔ.
func (y *count) Draw(m, w []float64, rng *rand.Rand, u []float64) {
	g, precision := y.of.g, 1/w[0]
	p := g * g * w[0]
	rate := omega(math.Log(p)+y.offset+y.of.a+g*m[0]+p*y.y) / p
	mode, spread := m[0]+w[0]*g*(y.y-rate), 1/math.Sqrt(g*g*rate+precision)
	const side = 1.2 // deviations of the tangents from the mode
	at, up := side*spread, math.Exp(side*spread*g)
	curve := at * at * precision / 2
	var edge, mass [2]float64
	for i, e := range [2]float64{1 / up, up} {
		sign := float64(2*i - 1)
		excess := e - 1
		if t := sign * at * g; math.Abs(t) < smallStep {
			excess = t + beyond(t)
		}
		log := -rate*beyond(sign*at*g) - curve
		slope := -g*rate*excess - sign*at*precision
		edge[i], mass[i] = sign*at-log/slope, math.Abs(1/slope)
	}
	for range 1000 {
		x, above := underTangents(edge, mass, rng)
		if -rate*beyond(g*x)-x*x*precision/2-above > -rng.ExpFloat64() {
			u[0] = mode + x
			return
		}
	}
	u[0] = mode // the density is narrower than floating point can tell
}

// smallStep is the greatest |t| of which e^t is summed from its series.
const smallStep = 0.5

// beyond returns e^t − 1 − t.
func beyond(t float64) float64 {
	if math.Abs(t) >= smallStep {
		return math.Exp(t) - 1 - t
	}
	const c3, c4, c5, c6, c7, c8, c9, c10, c11 = 1. / 6, 1. / 24, 1. / 120, 1. / 720, 1. / 5040, 1. / 40320, 1. / 362880,
		1. / 3628800, 1. / 39916800
	q := t * t
	even := 0.5 + q*(c4+q*(c6+q*(c8+q*c10)))
	odd := c3 + q*(c5+q*(c7+q*(c9+q*c11)))
	return q * (even + t*odd)
}

// omega returns the solution s of s + log s = z, the Wright omega function of a number (P. W. Lawrence, R. M.
// Corless and D. J. Jeffrey 2012, Algorithm 917, ACM Transactions on Mathematical Software 38).
func omega(z float64) float64 {
	var s float64
	switch {
	case z < -36: // s is less than the last digit of its logarithm
		return math.Exp(z)
	case z < -2:
		e := math.Exp(z)
		s = e / (1 + e - e*e/2)
	case z < 4:
		d := z - 1
		s = 1 + d*(1./2+d*(1./16+d*(-1./192+d*(-1./3072+d*13./61440))))
	default:
		l := math.Log(z)
		s = z - l + l/z
	}
	for range 8 {
		// An iteration leaves an error of (2s²−8s−1)/(72(1+s)⁶)·r⁴, as a share of s.
		r := z - s - math.Log(s)
		b := (1 + s) * (1 + s + 2*r/3)
		s *= 1 + r/(1+s)*(b-r/2)/(b-r)
		if math.Abs(r) < 0.05 {
			break
		}
	}
	return s
}
