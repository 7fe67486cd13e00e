// Package scree says how many principal components of a table stand out from chance: permutation parallel analysis
// (Horn 1965, A rationale and test for the number of factors in factor analysis, Psychometrika 30, 179–185; Buja and
// Eyuboglu 1992, Remarks on parallel analysis, Multivariate Behavioral Research 27, 509–540).
package scree

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/algorithm/vector"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Numbers of permutations. After the first few, more are made only as long as a component could go either way.
const (
	fewest = 5
	Most   = 19
)

// A component surely stands out if by chance it would pass a point further out than that of the band: in one table of
// 500. It surely does not if it lies below the mean of chance.
const (
	usual = 0.95
	sure  = 0.998
)

// A Scree holds the eigenvalues of the covariance of the columns of a table, and their distribution by chance.
type Scree struct {
	Values []float64 // descending, of length min(N, D), divisor N, in squared units of the table; never negative
	// Band is the point that each passes in one table of 20 where no column has to do with another.
	Band   []float64
	Number int // how many stand out: the first that does not pass its Band ends the count
}

// An Analysis is a [Scree] being made, one permutation at a time.
type Analysis struct {
	x       *mat.Dense
	items   []column
	first   []int // of each group of columns whose cells move together
	rng     *rand.Rand
	values  []float64
	permute [][]float64 // eigenvalues of each permuted table
}

// A column is the observed cells of an item, less their mean, and the rows that have them; nil where all have.
type column struct {
	values []float64
	rows   []int
}

// New begins an analysis of N × D cells, which it copies; NaN marks missing ones, which are filled with the mean of
// their column. A permutation moves the observed cells of a column among their places. Permutations come from a fixed
// stream: equal tables have equal bands. New takes O(ND·min(N, D)); it panics without cells.
func New(x mat.Matrix) *Analysis {
	_, d := x.Dims()
	first := make([]int, d)
	for j := range first {
		first[j] = j
	}
	return NewGrouped(x, first)
}

// NewGrouped is [New] where neighbouring columns are of one thing, such as the levels of a category: a permutation
// moves their cells together, so that their dependence stays. first has the first column of each group, ascending from
// 0; the columns of a group miss the same cells.
func NewGrouped(x mat.Matrix, first []int) *Analysis {
	n, d := x.Dims()
	a := &Analysis{x: mat.NewDense(n, d, nil), items: make([]column, d), first: first,
		rng: rand.New(rand.NewPCG(0x5c4ee, 1965))}
	for j := range a.items {
		c := &a.items[j]
		sum := 0.0
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				c.values, c.rows = append(c.values, v), append(c.rows, i)
				sum += v
			}
		}
		for i := range c.values {
			c.values[i] -= sum / float64(len(c.values))
		}
		a.place(j)
		if len(c.rows) == n {
			c.rows = nil
		}
	}
	a.values = eigenvalues(a.x)
	return a
}

// place writes a column into the table.
func (a *Analysis) place(j int) {
	c := a.items[j]
	for k, v := range c.values {
		i := k
		if c.rows != nil {
			i = c.rows[k]
		}
		a.x.Set(i, j, v)
	}
}

// Advance makes one permutation, at most Most in all, and reports whether it was the last. It takes O(ND·min(N, D)).
func (a *Analysis) Advance() (done bool) {
	if !a.done() {
		for g, low := range a.first {
			high := len(a.items)
			if g+1 < len(a.first) {
				high = a.first[g+1]
			}
			group := a.items[low:high]
			a.rng.Shuffle(len(group[0].values), func(i, k int) {
				for _, c := range group {
					c.values[i], c.values[k] = c.values[k], c.values[i]
				}
			})
			for j := low; j < high; j++ {
				a.place(j)
			}
		}
		a.permute = append(a.permute, eigenvalues(a.x))
	}
	return a.done()
}

// done reports whether no further permutation is needed: which components stand out is sure, or there are enough.
func (a *Analysis) done() bool {
	if len(a.permute) < fewest || len(a.permute) >= Most {
		return len(a.permute) >= Most
	}
	wide := a.wide(sure)
	for k, v := range a.values {
		mean, deviation := a.moments(k)
		if v < mean+wide*deviation {
			return v < mean
		}
	}
	return true
}

// moments returns the mean and the standard deviation of the k-th eigenvalue of the permuted tables so far.
func (a *Analysis) moments(k int) (mean, deviation float64) {
	for _, values := range a.permute {
		mean += values[k] / float64(len(a.permute))
	}
	for _, values := range a.permute {
		deviation += (values[k] - mean) * (values[k] - mean)
	}
	return mean, math.Sqrt(deviation / float64(max(1, len(a.permute)-1)))
}

// wide returns how many standard deviations above the mean the limit of a prediction of one more eigenvalue lies from
// the r there are: t √(1 + 1/r), with t the quantile of Student's distribution of r − 1 degrees of freedom. It needs
// two.
func (a *Analysis) wide(quantile float64) float64 {
	r := float64(len(a.permute))
	return distuv.StudentsT{Sigma: 1, Nu: r - 1}.Quantile(quantile) * math.Sqrt(1+1/r)
}

// Scree returns the scree from the permutations made so far, of which there must be two.
func (a *Analysis) Scree() Scree {
	s := Scree{Values: a.values, Band: make([]float64, len(a.values))}
	wide := a.wide(usual)
	for k := range s.Band {
		mean, deviation := a.moments(k)
		s.Band[k] = mean + wide*deviation
	}
	floor := 1e-9 * s.Values[0] // rounding
	for s.Number < len(s.Values) && s.Values[s.Number] > s.Band[s.Number]+floor {
		s.Number++
	}
	return s
}

// eigenvalues returns those of XᵀX/N, descending, from the smaller of the two products.
func eigenvalues(x *mat.Dense) []float64 {
	n, d := x.Dims()
	var eigen mat.EigenSym
	if !eigen.Factorize(vector.Gram(x, 1/float64(n)), false) {
		return make([]float64, min(n, d)) // numbers too great to square: nothing stands out
	}
	values := eigen.Values(nil)
	slices.Reverse(values)
	for k, v := range values {
		values[k] = max(v, 0)
	}
	return values
}
