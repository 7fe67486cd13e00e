// Package scree finds how many principal components of a table stand out from chance: parallel analysis (Horn 1965, A
// rationale and test for the number of factors in factor analysis, Psychometrika 30, 179–185) by permutation (Buja and
// Eyuboglu 1992, Remarks on parallel analysis, Multivariate Behavioral Research 27, 509–540).
//
// Each column is permuted by itself, which keeps its values and breaks what it shares with other columns. A component
// stands out if its eigenvalue lies above the 95 % point of the eigenvalue of the same rank in permuted tables. The
// first that does not ends the count.
package scree

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Permutations is how many permuted tables are compared with.
const Permutations = 40

// share is the share of permuted tables whose eigenvalue a component has to exceed.
const share = 0.95

// The stream from which columns are permuted is fixed: the count is a property of the table.
const streamA, streamB = 0x5c2ee, 40

// An Analysis says how many components stand out.
type Analysis struct {
	Values []float64 // eigenvalues of the covariance, the greatest first: min(N−1, D) of them, in squared units of the table
	Limits []float64 // the 95 % point of each in permuted tables; as many
	Count  int       // how many eigenvalues lie above their limits before the first that does not
}

// A Counter makes an [Analysis] in small steps.
type Counter struct {
	columns  [][]float64 // centred; missing cells are 0, the mean
	n        int
	values   []float64
	permuted [][]float64 // eigenvalues of each permuted table
	rng      *rand.Rand
}

// New prepares the analysis of x, N×D with N ≥ 2, which is copied. Columns keep their scales. NaN marks a missing cell,
// which counts as the mean of its column. It takes the eigenvalues of one N×N or D×D matrix, whichever is smaller.
func New(x *mat.Dense) *Counter {
	n, d := x.Dims()
	c := &Counter{n: n, columns: make([][]float64, d), rng: rand.New(rand.NewPCG(streamA, streamB))}
	for j := range d {
		column := mat.Col(nil, j, x)
		centre(column)
		c.columns[j] = column
	}
	c.values = c.eigenvalues()
	return c
}

// centre subtracts the mean of the observed values and sets missing ones to 0.
func centre(v []float64) {
	mean, seen := 0.0, 0.0
	for _, y := range v {
		if !math.IsNaN(y) {
			seen++
			mean += (y - mean) / seen
		}
	}
	for i, y := range v {
		if v[i] = y - mean; math.IsNaN(y) {
			v[i] = 0
		}
	}
}

// eigenvalues returns those of the covariance of the columns as they stand.
func (c *Counter) eigenvalues() []float64 {
	d := len(c.columns)
	x := mat.NewDense(d, c.n, nil)
	for j, v := range c.columns {
		x.SetRow(j, v)
	}
	gram := mat.NewSymDense(min(c.n, d), nil)
	if d <= c.n {
		gram.SymOuterK(1/float64(c.n), x)
	} else {
		gram.SymOuterK(1/float64(c.n), x.T())
	}
	var e mat.EigenSym
	if !e.Factorize(gram, false) {
		return make([]float64, min(c.n-1, d)) // numbers too great to square: nothing stands out
	}
	all := e.Values(nil)
	slices.Reverse(all)
	for i, v := range all {
		all[i] = max(0, v)
	}
	return all[:min(c.n-1, d)]
}

// Advance permutes the table once more and reports whether the analysis is complete.
func (c *Counter) Advance() bool {
	if len(c.permuted) < Permutations {
		for _, v := range c.columns {
			c.rng.Shuffle(len(v), func(i, j int) { v[i], v[j] = v[j], v[i] })
		}
		c.permuted = append(c.permuted, c.eigenvalues())
	}
	return len(c.permuted) == Permutations
}

// Fraction is the share of the work that is done.
func (c *Counter) Fraction() float64 { return float64(len(c.permuted)) / Permutations }

// Analysis returns the result. It panics before Advance has reported that it is complete.
func (c *Counter) Analysis() Analysis {
	if len(c.permuted) < Permutations {
		panic("scree: the analysis is not complete")
	}
	a := Analysis{Values: c.values, Limits: make([]float64, len(c.values))}
	of := make([]float64, Permutations)
	for k := range a.Limits {
		for p, v := range c.permuted {
			of[p] = v[k]
		}
		slices.Sort(of)
		place := share * (Permutations - 1) // between two of them, as quantiles of samples are
		low := int(place)
		a.Limits[k] = of[low] + (place-float64(low))*(of[low+1]-of[low])
	}
	for a.Count < len(a.Values) && a.Values[a.Count] > a.Limits[a.Count]*(1+rounding) {
		a.Count++
	}
	return a
}

// rounding is by how much, of itself, an eigenvalue must exceed its limit: in a table of one column they are equal.
const rounding = 1e-9

// Analyse returns the analysis of x, see [New], in one go. O(40·ND·min(N, D)).
func Analyse(x *mat.Dense) Analysis {
	c := New(x)
	for !c.Advance() {
	}
	return c.Analysis()
}
