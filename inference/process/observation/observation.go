// Package observation says how the cells of a table come about from latent Gaussian numbers: a cell
// of any kind is a factor f(y|u) of its latent numbers u, and a model knows nothing else of it.
//
// A model brings the cavity, the Gaussian of u given everything but the cell, and gets back log ∫ N(u; m, W) f(y|u) du
// with the mean and the variance of N·f, or a draw of u. A kind has a file of its own: numbers with a known error
// (point.go), numbers between two limits, so yes/no, ordered and censored cells (interval.go), categories (category.go)
// and counts (count.go).
//
// Sources: J. H. Albert and S. Chib (1993), Bayesian analysis of binary and polychotomous response data,
// JASA 88; T. P. Minka (2001), Expectation propagation for approximate Bayesian inference, UAI; C. P.
// Robert (1995), Simulation of truncated normal variables, Statistics and Computing 5.
package observation

import "math/rand/v2"

// A Factor is f(y|u) of one cell, as a function of its latent numbers. Slices have one element for each of these;
// all of m and w are finite and w is above 0.
type Factor interface {
	// Moments returns log Z, Z = ∫ N(u; m, diag w) f(y|u) du, and sets mean and variance to those of N·f/Z.
	// Categories take one variance, w[0], for all their latent numbers and return one, that of the closest isotropic
	// Gaussian.
	Moments(m, w, mean, variance []float64) (logZ float64)
	// Draw replaces u, any finite numbers at first and a draw before this one later, by a draw that leaves N·f/Z
	// invariant. It depends on u for categories of unequal variances alone.
	Draw(m, w []float64, rng *rand.Rand, u []float64)
}

// Quick is a [Factor] whose log Z takes much less time than its moments.
type Quick interface {
	Factor
	// LogZ returns the logZ of [Factor.Moments], to the last bit.
	LogZ(m, w []float64) float64
}

// LogZ returns log Z of a factor alone. room has at least twice as many elements as there are latent numbers.
func LogZ(f Factor, m, w, room []float64) float64 {
	if q, is := f.(Quick); is {
		return q.LogZ(m, w)
	}
	n := len(m)
	return f.Moments(m, w, room[:n], room[n:2*n])
}

// Several is a [Factor] of several latent numbers that lie in a cone, which may be drawn one after the other where
// their cavities depend on each other.
type Several interface {
	Factor
	// Limits returns between which the j-th of u lies given the others; low ≥ high where they rule all values out.
	Limits(j int, u []float64) (low, high float64)
	// DrawOne replaces the j-th of u by a draw given the others, whose cavity given these is N(m, w).
	DrawOne(j int, m, w float64, rng *rand.Rand, u []float64)
	// Level returns the place of the level of the cell.
	Level() int
	// Cone returns directions of u, each of which is at least 0 where u is in the cone, as many as u has numbers.
	Cone() [][]float64
	// Apart sets u to the numbers that lie so far along these directions.
	Apart(along, u []float64)
}

// A Column makes the factors of the cells of a column.
type Column interface {
	// Width returns the number of latent numbers of a cell, 1 or more.
	Width() int
	// Threshold reports whether a cell says the same of s·u as of u for all s > 0, so that the scale of its latent
	// numbers is free.
	Threshold() bool
	// Intercept returns the variance of the prior of the mean of the latent numbers, about 0; it is 0 where the mean
	// is.
	Intercept() float64
	// Factor returns the factor that the cell of a row has if it holds the value, nil if that is NaN.
	Factor(row int, value float64) Factor
	// Predict returns the value expected of a row's cell whose latent numbers are N(m, diag w): of yes/no the
	// probability of yes, of levels in order their mean index, of categories the index of the most probable level.
	Predict(row int, m, w []float64) float64
	// Sample draws the value of a row's cell whose latent numbers are u.
	Sample(row int, u []float64, rng *rand.Rand) float64
}
