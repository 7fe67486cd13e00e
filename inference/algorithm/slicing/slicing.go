// Package slicing draws numbers by slice sampling (Neal 2003, Slice sampling, Annals of Statistics 31, 705–767).
package slicing

import "math/rand/v2"

// Between draws a new x on (low, high) by slice sampling with shrinkage from the whole
// interval (Neal 2003, Slice sampling, figure 5). f is a log density up to a constant
// and value f(x). NaN counts as density 0.
func Between(rng *rand.Rand, low, high, x, value float64, f func(float64) float64) float64 {
	return shrink(rng, low, high, x, value-rng.ExpFloat64(), f)
}

// shrink draws a z on (low, high) with f(z) ≥ level, which holds of x. After each rejected z the interval shrinks to
// the side of x.
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

// Out is [Between] on the whole line: the interval is found by stepping out with the
// given width, at most 40 steps in all (Neal 2003, figure 3).
func Out(rng *rand.Rand, x, value, width float64, f func(float64) float64) float64 {
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
