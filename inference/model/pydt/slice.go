package pydt

import (
	"math"
	"math/rand/v2"
)

// slice draws a new x on (low, high) by slice sampling with shrinkage from the whole
// interval (Neal 2003, Slice sampling, figure 5). f is a log density up to a constant
// and value f(x). NaN counts as density 0.
func slice(rng *rand.Rand, low, high, x, value float64, f func(float64) float64) float64 {
	return shrink(rng, low, high, x, value-rng.ExpFloat64(), f)
}

// shrink draws a z on (low, high) with f(z) ≥ level, which holds of x. It draws again from what is left on the side of x
// until one is found.
func shrink(rng *rand.Rand, low, high, x, level float64, f func(float64) float64) float64 {
	for range 200 {
		z := low + (high-low)*rng.Float64()
		if f(z) >= level {
			return z
		}
		if z < x {
			low = z
		} else {
			high = z
		}
	}
	return x // the interval has shrunk to x by rounding
}

// sliceOut is slice on the whole line: the interval is found by stepping out with the
// given width, at most 40 steps in all (Neal 2003, figure 3).
func sliceOut(rng *rand.Rand, x, value, width float64, f func(float64) float64) float64 {
	level := value - rng.ExpFloat64()
	low := x - width*rng.Float64()
	high := low + width
	const most = 40
	down := rng.IntN(most)
	up := most - 1 - down
	for ; down > 0 && f(low) > level; down-- {
		low -= width
	}
	for ; up > 0 && f(high) > level; up-- {
		high += width
	}
	return shrink(rng, low, high, x, level, f)
}

// Times are drawn as s = ℓ/(1+ℓ), which maps them to (0,1) with room at both ends.
func ellToUnit(ell float64) float64 {
	if math.IsInf(ell, 1) {
		return 1
	}
	return ell / (1 + ell)
}

func unitToEll(s float64) float64 { return s / (1 - s) }

// latestEll is the latest time a branch point can have, as ℓ. Beyond 745, 1−t rounds to 0: the
// likelihood is then that of a branch point at time 1, but the prior still tells times apart. Large
// θ make such times likely: h_1 falls as 1/Γ(2+θ).
const latestEll = 1e9
