// Package geweke checks samplers by the joint distribution of parameters and data (Geweke 2004, Getting it right,
// JASA 99, 799–804; Knowles 2012, section 3.2.1).
//
// Parameters and data can be drawn from the model directly, or by a chain that alternates the sampler, given the data,
// with new data, given the parameters. If the sampler is right both have the same distribution, so the first and second
// moments of any statistic agree. They are compared by z values: differences in standard errors.
package geweke

import (
	"math"
	"strings"
)

// A Score compares two ways to compute the same expectation.
type Score struct {
	Name string  // of the statistic, with ² for its second moment
	Z    float64 // difference in standard errors; about normal when the sampler is right
}

// Limit is the |z| above which a sampler fails. With ten scores a correct one exceeds it for one
// seed in 1,600.
const Limit = 4

// Greatest returns the greatest |z| of scores, +Inf if one is NaN.
func Greatest(scores []Score) float64 {
	g := 0.0
	for _, s := range scores {
		if math.IsNaN(s.Z) {
			return math.Inf(1)
		}
		g = max(g, math.Abs(s.Z))
	}
	return g
}

// Chains compares draws from the model with a chain. Both have one row of statistics per draw, and equally many. The
// chain's errors come from means of √n batches, so n should be many times the square of its autocorrelation time.
// The two scores of a statistic are adjacent.
func Chains(names []string, drawn, chain [][]float64) []Score {
	batches := int(math.Sqrt(float64(len(chain))))
	size := len(chain) / batches
	k := 2 * len(names)
	draws, means := newMoments(k), newMoments(k)
	for _, x := range drawn[:batches*size] {
		draws.add(powers(names, x))
	}
	batch := make([]float64, k)
	for b := range batches {
		clear(batch)
		for _, row := range chain[b*size : (b+1)*size] {
			for i, x := range powers(names, row) {
				batch[i] += x
			}
		}
		for i := range batch {
			batch[i] /= float64(size)
		}
		means.add(batch)
	}
	scores := make([]Score, k)
	for i := range scores {
		scores[i] = Score{scoreName(names, i), zScore(draws.mean[i]-means.mean[i], draws.errorOf(i)+means.errorOf(i))}
	}
	return scores
}

// Pairs compares statistics of draws from the model with those after the sampler has moved each of them several times,
// with new data each time. The pairs are independent, so, unlike in [Chains], slow mixing does not affect the errors.
type Pairs struct {
	Names         []string
	Before, After [][]float64 // of each statistic, one value per pair

	differences *moments
}

// NewPairs begins a comparison of the named statistics.
func NewPairs(names []string) *Pairs {
	return &Pairs{Names: names, Before: make([][]float64, len(names)), After: make([][]float64, len(names)),
		differences: newMoments(2 * len(names))}
}

// Add adds a pair.
func (p *Pairs) Add(before, after []float64) {
	b, a := powers(p.Names, before), powers(p.Names, after)
	for i := range a {
		a[i] -= b[i]
	}
	p.differences.add(a)
	for i := range p.Names {
		p.Before[i], p.After[i] = append(p.Before[i], before[i]), append(p.After[i], after[i])
	}
}

// Scores returns the two scores of each statistic, one after the other. There must be at least two
// pairs.
func (p *Pairs) Scores() []Score {
	scores := make([]Score, len(p.differences.mean))
	for i := range scores {
		scores[i] = Score{scoreName(p.Names, i), zScore(p.differences.mean[i], p.differences.errorOf(i))}
	}
	return scores
}

// scoreName returns the name of a statistic or of its square; for the square, a name that has several parts or is
// itself a square is put in brackets.
func scoreName(names []string, i int) string {
	name := names[i/2]
	switch {
	case i%2 == 0:
		return name
	case strings.ContainsAny(name, " ²"):
		return "(" + name + ")²"
	}
	return name + "²"
}

// powers returns x and x² of each statistic.
func powers(names []string, statistics []float64) []float64 {
	if len(statistics) != len(names) {
		panic("geweke: give as many statistics as names")
	}
	p := make([]float64, 0, 2*len(statistics))
	for _, x := range statistics {
		p = append(p, x, x*x)
	}
	return p
}

func zScore(difference, squaredError float64) float64 {
	if difference == 0 && squaredError == 0 {
		return 0 // a constant
	}
	return difference / math.Sqrt(squaredError)
}

// moments keeps means and sums of squared deviations (Welford 1962).
type moments struct {
	n             float64
	mean, squares []float64
}

func newMoments(k int) *moments {
	return &moments{mean: make([]float64, k), squares: make([]float64, k)}
}

func (m *moments) add(x []float64) {
	m.n++
	for i, v := range x {
		d := v - m.mean[i]
		m.mean[i] += d / m.n
		m.squares[i] += d * (v - m.mean[i])
	}
}

// errorOf returns the squared standard error of mean i.
func (m *moments) errorOf(i int) float64 { return m.squares[i] / (m.n - 1) / m.n }
