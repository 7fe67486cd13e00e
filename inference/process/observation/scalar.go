package observation

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/integrate/quad"
)

// Nodes of Gauss-Hermite quadrature for the standard normal density, and logarithms of their weights over it.
var (
	hermiteNode, hermiteLog = hermite(20)
	longNode, longLog       = hermite(32)
)

func hermite(n int) (node, log []float64) {
	node, log = make([]float64, n), make([]float64, n)
	quad.Hermite{}.FixedLocations(node, log, math.Inf(-1), math.Inf(1))
	for i, w := range log {
		log[i] = math.Log(w) + node[i]*node[i] + 0.5*math.Ln2
		node[i] *= math.Sqrt2
	}
	return node, log
}

// A peak is the mode of a density on the line whose logarithm is concave.
type peak struct{ at, log, spread float64 } // spread is the deviation of the Gaussian of this mode and curvature

// newPeak climbs from x by Newton steps that are halved while they do not rise. f returns the log density, its slope
// and its curvature, the latter above 0.
func newPeak(x float64, f func(float64) (log, first, bend float64)) peak {
	log, first, bend := f(x)
	for range 100 {
		step := first / bend
		if !(step*first > 1e-14) {
			break
		}
		next, slope, curve := f(x + step)
		for i := 0; i < 60 && !(next >= log); i++ {
			step /= 2
			next, slope, curve = f(x + step)
		}
		if !(next >= log) {
			break
		}
		x, log, first, bend = x+step, next, slope, curve
	}
	return peak{at: x, log: log, spread: 1 / math.Sqrt(bend)}
}

// A scalar is the density of one latent number: its cavity N(m, w) times a factor.
type scalar struct {
	m, w   float64
	start  float64                                    // from which the mode is found without overflow
	factor func(u float64) (log, first, bend float64) // bend, minus the second derivative, is at least 0
}

func (s *scalar) at(u float64) (log, first, bend float64) {
	log, first, bend = s.factor(u)
	e := u - s.m
	return log - 0.5*e*e/s.w, first - e/s.w, bend + 1/s.w
}

// moments integrates by Gauss-Hermite quadrature about the mode, with more points where the factor bends much within the
// cavity.
func (s *scalar) moments(bent bool) (logZ, mean, variance float64) {
	top := newPeak(s.start, s.at)
	node, weight := hermiteNode, hermiteLog
	if bent {
		node, weight = longNode, longLog
	}
	var z, first, second float64
	for i, x := range node {
		log, _, _ := s.at(top.at + top.spread*x)
		p := math.Exp(log - top.log + weight[i])
		z += p
		first += p * x
		second += p * x * x
	}
	first /= z
	return top.log + math.Log(top.spread*z) - 0.5*(ln2Pi+math.Log(s.w)), top.at + top.spread*first,
		top.spread * top.spread * (second/z - first*first)
}

// draw draws from the density by rejection. Its logarithm is concave and so below its tangents: the envelope is the
// tangent of the mode between two points about a deviation to either side of it, and theirs beyond (Devroye 1986,
// Non-Uniform Random Variate Generation, VII.2).
func (s *scalar) draw(rng *rand.Rand) float64 {
	top := newPeak(s.start, s.at)
	var at, log, slope, edge, mass [2]float64
	for i, side := range [2]float64{-1, 1} {
		at[i] = top.at + 1.2*side*top.spread
		log[i], slope[i], _ = s.at(at[i])
		log[i] -= top.log
		edge[i] = at[i] - log[i]/slope[i] // where its tangent reaches that of the mode
		mass[i] = math.Abs(1 / slope[i])
	}
	middle := edge[1] - edge[0]
	for range 1000 {
		var x, above float64
		switch v := rng.Float64() * (mass[0] + middle + mass[1]); {
		case v < middle:
			x = edge[0] + v
		case v < middle+mass[0]:
			above = -rng.ExpFloat64()
			x = edge[0] + above*mass[0]
		default:
			above = -rng.ExpFloat64()
			x = edge[1] - above*mass[1]
		}
		if value, _, _ := s.at(x); value-top.log-above > -rng.ExpFloat64() {
			return x
		}
	}
	return top.at // the density is narrower than floating point can tell
}
