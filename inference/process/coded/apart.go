package coded

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

// Apart returns the distances between the columns of a data set, on which they can be clustered: √(2n(1 − c)), which
// for columns of numbers in standard deviations is that of points, with c the correlation; of a category with another
// column c is the root of their RV coefficient (Escoufier 1973), which does not depend on the order of levels. It is
// nil where there are no categories. O(n·columns²·levels²)
func Apart(d *inference.Dataset) *mat.Dense {
	categories := false
	for _, k := range d.Kinds {
		categories = categories || k.Sort == column.Category
	}
	if !categories {
		return nil
	}
	t := Of(d)
	n, width := t.X.Dims()
	p := len(t.codes)
	cross, column := crossProducts(t.X), t.Column()
	squares, signed := mat.NewDense(p, p, nil), mat.NewDense(p, p, nil)
	for a := range width {
		for b := range width {
			v := cross.At(a, b)
			squares.Set(column[a], column[b], squares.At(column[a], column[b])+v*v)
			signed.Set(column[a], column[b], v)
		}
	}
	out := mat.NewDense(p, p, nil)
	for i := range p {
		for j := range p {
			norm := math.Sqrt(squares.At(i, i) * squares.At(j, j))
			if i == j {
				continue
			}
			c := 0.0
			switch {
			case !(norm > 0):
			case t.codes[i].share == nil && t.codes[j].share == nil:
				c = signed.At(i, j) / math.Sqrt(signed.At(i, i)*signed.At(j, j))
			default:
				c = math.Sqrt(squares.At(i, j) / norm)
			}
			out.Set(i, j, math.Sqrt(2*float64(n)*max(0, 1-c)))
		}
	}
	return out
}

// crossProducts returns XᵀX of the columns about their means, missing cells being the mean.
func crossProducts(x *mat.Dense) *mat.Dense {
	c := mat.DenseCopyOf(x)
	vector.Centre(c)
	var out mat.Dense
	out.Mul(c.T(), c)
	return &out
}
