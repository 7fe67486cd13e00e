package block

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// A Law is a distribution of cells with the parameters integrated out. Statistics are slices of Width numbers; zeros
// are a block without cells. A Law is never modified, and safe for concurrent use.
//
// A cell of categories is the index of its level, from 0; NaN is a blank. The exposure of a count is above 0, and 1
// where there is none; other laws pay no attention to it.
type Law interface {
	// Width returns how many numbers the statistics of a block are.
	Width() int
	// Count returns the number of cells of a block.
	Count(s []float64) float64
	// Add counts a cell. It panics for a level that is not there.
	Add(s []float64, y, exposure float64)
	// Remove takes back a cell that was counted.
	Remove(s []float64, y, exposure float64)
	// Merge adds the cells of t to those of s. Both may hold several blocks, one after the other.
	Merge(s, t []float64)
	// Part takes the cells of t, which are among those of s, out of s. Both may hold several blocks.
	Part(s, t []float64)

	// Log returns the log marginal likelihood of the cells of a block: of numbers a density, of others a probability.
	Log(s []float64) float64
	// LogTogether returns the sum of the log marginal likelihoods of some blocks, each with the cells of another one.
	// s and t hold the statistics of equally many blocks, one after the other.
	LogTogether(s, t []float64) float64
	// LogNext returns the log probability, or density, of a further cell of a block; 0 for a blank.
	LogNext(s []float64, y, exposure float64) float64
	// Mean returns the mean of a further cell with exposure 1.
	Mean(s []float64) float64
	// Draw draws a further cell.
	Draw(s []float64, exposure float64, rng *rand.Rand) float64

	// Hyper returns the hyperparameters, and With the law that has others of them, without tables.
	Hyper() []float64
	With(hyper []float64) Law
	// Grid returns the values among which hyperparameter h is learnt, ascending, each as probable as the others.
	Grid(h int) []float64
	// Tabulated returns the law with tables for blocks of so many cells: equal, but quicker.
	Tabulated(cells int) Law
}

const (
	mostTable = 4096 // the greatest length of a table; larger arguments are computed when they are asked for
	gridSize  = 20   // values among which a hyperparameter is learnt
)

// logarithmic returns numbers from least to most, evenly spaced by their logarithms.
func logarithmic(least, most float64) []float64 {
	out := make([]float64, gridSize)
	for k := range out {
		out[k] = least * math.Pow(most/least, float64(k)/(gridSize-1))
	}
	return out
}

// gammas holds log Γ(k + a) for whole numbers k from 0; those that are not in the table are computed.
type gammas struct {
	a      float64
	values []float64
}

func (g *gammas) at(k float64) float64 {
	if i := int(k); i < len(g.values) {
		return g.values[i]
	}
	return special.LogGamma(k + g.a)
}

// tabulated returns the same with a table of some values.
func (g gammas) tabulated(most int) gammas {
	g.values = make([]float64, min(most+1, mostTable))
	for k := range g.values {
		g.values[k] = special.LogGamma(float64(k) + g.a)
	}
	return g
}

// merge adds t to s, part subtracts it. The numbers are whole.
func merge(s, t []float64) {
	t = t[:len(s)]
	for k := range s {
		s[k] += t[k]
	}
}

func part(s, t []float64) {
	t = t[:len(s)]
	for k := range s {
		s[k] -= t[k]
	}
}

// gain adds v to the number that is the sum of s and low, low holding the digits that s has no room for (Knuth 1998,
// The Art of Computer Programming 2, theorem 4.2.2B).
func gain(s, low *float64, v float64) {
	sum := *s + v
	back := sum - *s
	*low += (*s - (sum - back)) + (v - back)
	*s = sum + *low
	*low -= *s - sum
}
