// Package scree says how many principal components of a table stand out from chance: permutation parallel analysis
// (Horn 1965, A rationale and test for the number of factors in factor analysis, Psychometrika 30, 179–185; Buja and
// Eyuboglu 1992, Remarks on parallel analysis, Multivariate Behavioral Research 27, 509–540).
package scree

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Numbers of permutations: fewer are for tables on which one takes long. The largest of 19 and the
// second largest of 40 are passed by chance in at most one table of 20.
const (
	usual = 40
	fewer = 19
)

// long is the number of multiply-adds of a permutation above which fewer are made.
const long = 50_000_000

// A Scree holds the eigenvalues of the covariance of the columns of a table, and what they are by chance.
type Scree struct {
	Values []float64 // descending, of length min(N, D), divisor N, in squared units of the table; never negative
	Band   []float64 // the 95 % point of each where no column has to do with another
	Number int       // how many stand out: the first that does not pass its Band ends the count
}

// An Analysis is a [Scree] being made, one permutation at a time.
type Analysis struct {
	x       *mat.Dense
	items   []column
	rng     *rand.Rand
	rounds  int
	values  []float64
	permute [][]float64 // eigenvalues of each permuted table
}

// A column is the observed cells of an item, less their mean, and the rows that have them; nil where all have.
type column struct {
	values []float64
	rows   []int
}

// Permutations returns how many are made of N × D cells.
func Permutations(n, d int) int {
	if m := min(n, d); n*d*m+4*m*m*m > long {
		return fewer
	}
	return usual
}

// New begins an analysis of N × D cells, which it copies; NaN marks missing ones, which are filled with the mean of
// their column. A permutation moves the observed cells of a column among their places. Permutations come from a fixed
// stream: equal tables have equal bands. New takes O(ND·min(N, D)); it panics without cells.
func New(x mat.Matrix) *Analysis {
	n, d := x.Dims()
	a := &Analysis{x: mat.NewDense(n, d, nil), items: make([]column, d), rng: rand.New(rand.NewPCG(0x5c4ee, 1965)), rounds: Permutations(n, d)}
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

// Advance makes one permutation and reports whether it was the last. It takes O(ND·min(N, D)).
func (a *Analysis) Advance() (done bool) {
	if len(a.permute) < a.rounds {
		for j, c := range a.items {
			a.rng.Shuffle(len(c.values), func(i, k int) { c.values[i], c.values[k] = c.values[k], c.values[i] })
			a.place(j)
		}
		a.permute = append(a.permute, eigenvalues(a.x))
	}
	return len(a.permute) == a.rounds
}

// Scree returns what the permutations made so far say. It panics before the first.
func (a *Analysis) Scree() Scree {
	s := Scree{Values: a.values, Band: make([]float64, len(a.values))}
	p := len(a.permute)
	beyond := (p + 1) / 20 // may exceed the 95 % point
	each := make([]float64, p)
	for k := range s.Band {
		for r, values := range a.permute {
			each[r] = values[k]
		}
		slices.Sort(each)
		s.Band[k] = each[p-max(beyond, 1)]
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
	gram := mat.NewSymDense(min(n, d), nil)
	if d <= n {
		gram.SymOuterK(1/float64(n), x.T())
	} else {
		gram.SymOuterK(1/float64(n), x)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, false) {
		return make([]float64, min(n, d)) // numbers too great to square: nothing stands out
	}
	values := eigen.Values(nil)
	slices.Reverse(values)
	for k, v := range values {
		values[k] = max(v, 0)
	}
	return values
}
