package observation

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// between returns log{Φ(b) − Φ(a)} and, of a standard normal between a < b, the mean and the variance. Either limit
// may be infinite.
func between(a, b float64) (log, mean, variance float64) {
	if a+b > 0 { // the same in the lower tail
		log, mean, variance = between(-b, -a)
		return log, -mean, variance
	}
	if width := b - a; width < 1 && width*-a <= 20 {
		return narrow(a, b)
	}
	if math.IsInf(b, 1) {
		return 0, 0, 1
	}
	log, r, g := special.NormalRatios(b)
	mean, variance = -r, 1-r*g
	if math.IsInf(a, -1) {
		return log, mean, variance
	}
	below, s, _ := special.NormalRatios(a)
	// The part q of the mass below b lies below a as well. All that it changes is proportional to it.
	q := math.Exp(below - log)
	rest := 1 - q
	c, d := r/rest, s*q/rest // φ(b)/Z and φ(a)/Z
	more := r * q / rest     // c − r
	log += math.Log1p(-q)
	return log, d - c, variance + a*d - b*more - more*(c+r) + 2*c*d - d*d
}

// narrow is between for limits close to each other, where the closed forms are differences of almost equal numbers.
// The density, over its greatest value, falls by at most e⁻²¹.
func narrow(a, b float64) (log, mean, variance float64) {
	top := min(max(0, a), b) // the greatest density
	width := b - a
	var z, first, second float64
	for _, n := range legendre {
		x := n.at
		t := a + width*x
		p := n.weight * math.Exp(0.5*(top-t)*(top+t))
		z += p
		first += p * x
		second += p * x * x
	}
	first /= z
	for _, n := range legendre {
		x := n.at
		t := a + width*x
		variance += n.weight * math.Exp(0.5*(top-t)*(top+t)) * (x - first) * (x - first)
	}
	return math.Log(width*z) - 0.5*(top*top+ln2Pi), a + width*first, width * width * variance / z
}

// DrawTail draws a standard normal above a (Robert 1995).
func DrawTail(rng *rand.Rand, a float64) float64 {
	if a < 0.4 {
		for {
			if x := rng.NormFloat64(); x > a {
				return x
			}
		}
	}
	rate := (a + math.Sqrt(a*a+4)) / 2
	for {
		x := a + rng.ExpFloat64()/rate
		if d := x - rate; rng.ExpFloat64() > d*d/2 {
			return x
		}
	}
}

// drawBetween draws a standard normal between a < b (Robert 1995). Limits that are equal give this value.
func drawBetween(rng *rand.Rand, a, b float64) float64 {
	switch {
	case !(a < b):
		return a
	case math.IsInf(b, 1):
		return DrawTail(rng, a)
	case math.IsInf(a, -1):
		return -DrawTail(rng, -b)
	case a+b < 0:
		return -drawBetween(rng, -b, -a)
	case a <= 0 && b-a > 2.5:
		for {
			if x := rng.NormFloat64(); a < x && x < b {
				return x
			}
		}
	case a > 0 && a*(b-a) > 1:
		for {
			if x := DrawTail(rng, a); x < b {
				return x
			}
		}
	}
	top := max(a, 0)
	for {
		x := a + (b-a)*rng.Float64()
		if rng.ExpFloat64() > 0.5*(x-top)*(x+top) {
			return x
		}
	}
}
