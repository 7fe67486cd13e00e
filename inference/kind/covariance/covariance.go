// Package covariance is the kind of result of models that learn how columns vary together:
// one covariance Σ between all columns of the table.
package covariance

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "covariance"
	Version = 1
)

// The values of Form: the structure of Σ.
const (
	Free    = "covariance" // any covariance
	Factors = "factors"    // ΛΛᵀ + Ψ, Ψ diagonal
	ByTree  = "tree"       // of a diffusion tree over the columns
)

// The values of Estimate: how the numbers were estimated.
const (
	PosteriorMean = "posterior mean"     // given the tree that is shown
	Likelihood    = "maximum likelihood" // given the tree that is shown
	MeanOfDraws   = "mean of draws"      // over the draws of a chain after burn-in
	OneDraw       = "one draw"           // of a chain: that of the tree that is shown
)

// MostDense is how many columns Dense is given for at most.
const MostDense = 512

// A Covariance is Σ of D columns in working units. In a diffusion tree it is the covariance of a row's total increment
// from time 0 to 1, without the noise. It is never modified once published.
//
// Σ is Dense where that is not nil; Loadings and Specific, if they are there, are then those of
// the draw whose tree is shown. Otherwise Σ is Loadings Loadingsᵀ + diag(Specific).
type Covariance struct {
	Columns  []string   // names of the D columns, in the order of the data set
	Form     string     // Free, Factors or ByTree
	Estimate string     // PosteriorMean, Likelihood, MeanOfDraws or OneDraw
	Dense    *mat.Dense // D×D, symmetric
	Loadings *mat.Dense // D×K, Λ; nil where K is 0 or Σ is dense
	Specific []float64  // D variances, Ψ; nil where Loadings are not needed
	// Freedom is how many degrees of freedom the inverse Wishart posterior of Σ has given the
	// tree, ν₀ + N: with D columns a correlation r is known to about (1−r²)/√(Freedom−D). It is
	// 0 where Σ is taken as known once the tree is, and the mean over draws where there are some.
	Freedom float64
	// Factors is the number K of factors, 0 where Form is another, and Choice how it was chosen:
	// "cross-validation", "drawn". Of draws it is the number in that of the tree that is shown.
	Factors int
	Choice  string
	// Draws is how many draws the mean is of; 0 where Estimate is no mean of draws. Correlation
	// and Deviation are then the mean and the standard deviation of each correlation over them,
	// D×D; nil otherwise.
	Draws                  int
	Correlation, Deviation *mat.Dense
	// Changes says where in the tree that is shown first each factor changed: how much it moved along
	// the branch above each node, in standard deviations of such a move, nodes×K. The factors are
	// those of Loadings; nil where there are none.
	Changes *mat.Dense
	// Tree is a tree over the columns, its leaves, where Form is ByTree; nil otherwise. Σ is Scale
	// times the shared times of the columns, of which each column has Noise more with itself.
	Tree         *tree.Tree
	Scale, Noise float64
}

// Of returns the covariance in a snapshot; nil where there is none.
func Of(s *inference.Snapshot) *Covariance {
	c, _ := inference.Of[*Covariance](s)
	return c
}

// Kind implements inference.Part.
func (*Covariance) Kind() string { return Kind }

// At returns the covariance of columns i and j, each between 0 and D−1.
func (c *Covariance) At(i, j int) float64 {
	if c.Dense != nil {
		return c.Dense.At(i, j)
	}
	v := 0.0
	if i == j {
		v = c.Specific[i]
	}
	if c.Loadings != nil {
		b := c.Loadings.RawRowView(j)
		for k, a := range c.Loadings.RawRowView(i) {
			v += a * b[k]
		}
	}
	return v
}

// CorrelationAt returns the correlation of columns i and j: the mean over draws where there
// are some, else that of Σ. A column that does not vary correlates with none but itself.
func (c *Covariance) CorrelationAt(i, j int) float64 {
	switch {
	case i == j:
		return 1
	case c.Correlation != nil:
		return c.Correlation.At(i, j)
	}
	scale := math.Sqrt(c.At(i, i)) * math.Sqrt(c.At(j, j))
	if scale == 0 {
		return 0
	}
	return math.Max(-1, math.Min(1, c.At(i, j)/scale))
}

// Select returns Σ of some of the columns, in the given order.
func (c *Covariance) Select(columns []int) *mat.SymDense {
	m := mat.NewSymDense(len(columns), nil)
	for a, i := range columns {
		for b := a; b < len(columns); b++ {
			m.SetSym(a, b, c.At(i, columns[b]))
		}
	}
	return m
}
