// Package correlations quantifies how columns vary together under a covariance Σ: by correlations,
// partial correlations, principal directions, and an order of the columns in which those that vary
// together are adjacent.
package correlations

import (
	"math"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/covariance"

	"gonum.org/v1/gonum/mat"
)

// Matrix returns the correlations between all D columns, D×D, in [−1, 1]. O(D²) for a dense Σ,
// O(D²·K) for one by K factors.
func Matrix(c *covariance.Covariance) *mat.Dense {
	d := len(c.Columns)
	r := mat.NewDense(d, d, nil)
	for i := range d {
		r.Set(i, i, 1)
		for j := range i {
			v := c.CorrelationAt(i, j)
			r.Set(i, j, v)
			r.Set(j, i, v)
		}
	}
	return r
}

// Partial returns the partial correlations between all D columns, D×D, in [−1, 1]: the correlations of two columns
// given all others, −P_ij/√(P_ii·P_jj) with P = Σ⁻¹ (Lauritzen 1996, section 5.1). The diagonal is 1. It returns false
// if Σ has no inverse. O(D³) for a dense Σ, O(D²·K) for one by K factors.
func Partial(c *covariance.Covariance) (*mat.Dense, bool) {
	var p mat.Matrix
	if c.Dense == nil {
		p = precisionOfFactors(c)
	} else {
		p = precision(c)
	}
	if p == nil {
		return nil, false
	}
	d := len(c.Columns)
	root := make([]float64, d)
	for i := range d {
		if root[i] = math.Sqrt(p.At(i, i)); !(root[i] > 0) || math.IsInf(root[i], 0) {
			return nil, false
		}
	}
	out := mat.NewDense(d, d, nil)
	for i := range d {
		out.Set(i, i, 1)
		for j := range i {
			v := math.Max(-1, math.Min(1, -p.At(i, j)/(root[i]*root[j])))
			out.Set(i, j, v)
			out.Set(j, i, v)
		}
	}
	return out, true
}

// most is the condition number of the correlations above which Σ counts as having no inverse.
const most = 1e12

// precision returns the inverse of the correlations of a dense Σ, which has the same partial
// correlations; nil if there is none.
func precision(c *covariance.Covariance) mat.Matrix {
	d := len(c.Columns)
	r := mat.NewSymDense(d, nil)
	for i := range d {
		if !(c.At(i, i) > 0) {
			return nil
		}
		for j := range i {
			r.SetSym(i, j, c.At(i, j)/math.Sqrt(c.At(i, i))/math.Sqrt(c.At(j, j)))
		}
		r.SetSym(i, i, 1)
	}
	var root mat.Cholesky
	if !root.Factorize(r) || root.Cond() > most {
		return nil
	}
	p := mat.NewSymDense(d, nil)
	if err := root.InverseTo(p); err != nil {
		return nil
	}
	return p
}

// precisionOfFactors returns Ψ^½Σ⁻¹Ψ^½ = I − B(I+BᵀB)⁻¹Bᵀ with B = Ψ^−½Λ, which has the same
// partial correlations; nil if some specific variance is 0.
func precisionOfFactors(c *covariance.Covariance) mat.Matrix {
	d := len(c.Columns)
	p := mat.NewDense(d, d, nil)
	for i, v := range c.Specific {
		if !(v > 0) {
			return nil
		}
		p.Set(i, i, 1)
	}
	if c.Loadings == nil {
		return p
	}
	b := mat.DenseCopyOf(c.Loadings)
	_, k := b.Dims()
	for i, v := range c.Specific {
		row := b.RawRowView(i)
		for j := range row {
			row[j] /= math.Sqrt(v)
		}
	}
	gram := mat.NewSymDense(k, nil)
	gram.SymOuterK(1, b.T())
	for j := range k {
		gram.SetSym(j, j, gram.At(j, j)+1)
	}
	var root mat.Cholesky
	if !root.Factorize(gram) {
		return nil
	}
	var solved, product mat.Dense
	if err := root.SolveTo(&solved, b.T()); err != nil {
		return nil
	}
	product.Mul(b, &solved)
	p.Sub(p, &product)
	return p
}

// Cluster joins columns by average linkage of 1 − r, with r their correlations, and orders them so
// that neighbours are as similar as the branches allow (Bar-Joseph, Gifford and Jaakkola 2001).
// Negatively correlated columns are far apart. O(D²), and up to O(D³) for the order.
func Cluster(r *mat.Dense) (merges []linkage.Merge, order []int) {
	d, _ := r.Dims()
	far := mat.NewDense(d, d, nil)
	for i := range d {
		for j, v := range r.RawRowView(i) {
			far.Set(i, j, math.Max(1-v, 0))
		}
		far.Set(i, i, 0)
	}
	c := linkage.NewBy(far, linkage.Average, linkage.Given)
	for !c.Advance(math.MaxInt) {
	}
	merges = c.Merges()
	o := linkage.NewOrdererBy(far, merges, linkage.Given)
	for !o.Advance(math.MaxInt) {
	}
	return merges, o.Order()
}
