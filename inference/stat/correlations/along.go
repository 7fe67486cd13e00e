package correlations

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Fitted returns factors that were fitted, not drawn, as directions. Since fitted factors can be
// rotated at will, they are rotated as is usual: ΛᵀΨ⁻¹Λ is diagonal with descending entries (Lawley
// and Maxwell 1971, section 2.3). It returns nothing where [ByFactor] returns nothing.
func Fitted(c *covariance.Covariance) []Direction {
	if c.Loadings == nil || slices.Min(c.Specific) <= 0 {
		return nil
	}
	_, k := c.Loadings.Dims()
	scaled := mat.DenseCopyOf(c.Loadings)
	for i, v := range c.Specific {
		floats.Scale(1/math.Sqrt(v), scaled.RawRowView(i))
	}
	gram := mat.NewSymDense(k, nil)
	gram.SymOuterK(1, scaled.T())
	_, axes := descending(gram)
	if axes == nil {
		return nil
	}
	turned := *c
	turned.Loadings = new(mat.Dense)
	turned.Loadings.Mul(c.Loadings, axes)
	for j := range k {
		column := mat.Col(nil, j, turned.Loadings)
		turn(column)
		turned.Loadings.SetCol(j, column)
	}
	return ByFactor(&turned)
}

// Along returns how much the rows of x, N×D, are expected to move along each direction on the
// branch above each node of a tree, nodes×K, in standard deviations of such a move. Row i of x is
// leaf i; noise is the share of Σ that is added at each leaf. A missing cell counts as the mean of
// its column. O(N·D·K).
func Along(t *tree.Tree, x *mat.Dense, list []Direction, noise float64) *mat.Dense {
	n, d := x.Dims()
	weights := mat.NewDense(d, max(len(list), 1), nil)
	for k, v := range list {
		column := slices.Clone(v.Weights)
		if v.Deviation > 0 {
			floats.Scale(1/v.Deviation, column)
		}
		weights.SetCol(k, column)
	}
	filled := mat.DenseCopyOf(x)
	for j := range d {
		sum, count := 0.0, 0.0
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				sum, count = sum+v, count+1
			}
		}
		if int(count) == n {
			continue
		}
		for i := range n {
			if math.IsNaN(x.At(i, j)) {
				filled.Set(i, j, sum/max(count, 1))
			}
		}
	}
	var scores mat.Dense
	scores.Mul(filled, weights)
	return covary.Changes(t, &scores, noise)
}

// Liveliest returns the numbers of the directions with the largest moves on any branch, at most
// this many, in ascending order. changes is nodes×K, as [Along] returns it.
func Liveliest(changes *mat.Dense, most int) []int {
	_, k := changes.Dims()
	peak := make([]float64, k)
	for j := range k {
		column := mat.Col(nil, j, changes)
		peak[j] = math.Max(slices.Max(column), -slices.Min(column))
	}
	order := inference.UpTo(k)
	stable.Sort(order, func(a, b int) int {
		switch {
		case peak[a] > peak[b]:
			return -1
		case peak[a] < peak[b]:
			return 1
		}
		return 0
	})
	order = order[:min(most, k)]
	slices.Sort(order)
	return order
}
