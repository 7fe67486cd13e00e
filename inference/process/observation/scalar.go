package observation

import (
	"math"
	"math/rand/v2"
)

// Nodes of Gauss-Hermite quadrature for the standard normal density, and logarithms of their weights over it.
var (
	hermiteNode, hermiteLog = hermite(hermite20)
	longNode, longLog       = hermite(hermite32)
)

func hermite(half []node) (at, log []float64) {
	n := len(half)
	at, log = make([]float64, 2*n), make([]float64, 2*n)
	for i, h := range half {
		at[n-1-i], at[n+i] = -math.Sqrt2*h.at, math.Sqrt2*h.at
		log[n+i] = math.Log(h.weight) + h.at*h.at + 0.5*math.Ln2
		log[n-1-i] = log[n+i]
	}
	return at, log
}

// A peak is the mode of a density on the line whose logarithm is concave.
type peak struct{ at, log, spread float64 } // spread: standard deviation of the Gaussian of this mode

// A density is one on the line whose logarithm is concave, up to a factor.
type density interface {
	// at returns the log density, its slope and minus its second derivative, which is above 0.
	at(x float64) (log, first, bend float64)
}

// climb finds the mode of f from x, within 3e-5 standard deviations, by Newton steps that are halved while they do not
// rise. Nearer to the mode a tabulated logarithm, known to 1e-11, does not rise with every step.
func climb[D density](f D, x float64) peak {
	log, first, bend := f.at(x)
	for range 100 {
		step := first / bend
		if !(step*first > 1e-9) {
			break
		}
		next, slope, curve := f.at(x + step)
		for i := 0; i < 60 && !(next >= log); i++ {
			step /= 2
			next, slope, curve = f.at(x + step)
		}
		if !(next >= log) {
			break
		}
		x, log, first, bend = x+step, next, slope, curve
	}
	return peak{at: x, log: log, spread: 1 / math.Sqrt(bend)}
}

// integrate returns log ∫f, and the mean and the variance of f over this, by Gauss-Hermite quadrature about the mode,
// which is looked for from x; with more points where f is bent much.
func integrate[D density](f D, x float64, bent bool) (log, mean, variance float64) {
	top := climb(f, x)
	node, weight := hermiteNode, hermiteLog
	if bent {
		node, weight = longNode, longLog
	}
	var z, first, second float64
	for i, x := range node {
		log, _, _ := f.at(top.at + top.spread*x)
		p := math.Exp(log - top.log + weight[i])
		z += p
		first += p * x
		second += p * x * x
	}
	first /= z
	return top.log + math.Log(top.spread*z), top.at + top.spread*first,
		top.spread * top.spread * (second/z - first*first)
}

// draw draws from f by rejection, with the mode looked for from x. Its logarithm is below its tangents: the envelope is
// the tangent of the mode between two points about a deviation to either side of it, and theirs beyond (Devroye 1986,
// Non-Uniform Random Variate Generation, VII.2).
func draw[D density](f D, x float64, rng *rand.Rand) float64 {
	top := climb(f, x)
	var edge, mass [2]float64
	for i, side := range [2]float64{-1, 1} {
		at := top.at + 1.2*side*top.spread
		log, slope, _ := f.at(at)
		edge[i] = at - (log-top.log)/slope // where its tangent reaches that of the mode
		mass[i] = math.Abs(1 / slope)
	}
	for range 1000 {
		var above float64
		x, above = underTangents(edge, mass, rng)
		if value, _, _ := f.at(x); value-top.log-above > -rng.ExpFloat64() {
			return x
		}
	}
	return top.at // the density is narrower than floating point can tell
}

// underTangents draws from the density that is level between two edges and falls beyond them by its tangents there,
// with these masses; above is the log of its height at x against the level part.
func underTangents(edge, mass [2]float64, rng *rand.Rand) (x, above float64) {
	middle := edge[1] - edge[0]
	switch v := rng.Float64() * (mass[0] + middle + mass[1]); {
	case v < middle:
		return edge[0] + v, 0
	case v < middle+mass[0]:
		above = -rng.ExpFloat64()
		return edge[0] + above*mass[0], above
	}
	above = -rng.ExpFloat64()
	return edge[1] - above*mass[1], above
}
