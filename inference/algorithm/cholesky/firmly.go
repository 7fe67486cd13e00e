package cholesky

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Firmly returns the factor of a matrix that is positive definite up to rounding. Where it is not, as when a direction
// is known next to nothing of beside another, it is factorised in units of its diagonal, and a pivot without
// significant digits is replaced by the least that has one. It returns false if the diagonal is not positive and
// finite. O(k³/3)
func Firmly(a *mat.SymDense) (*mat.Cholesky, bool) {
	chol := new(mat.Cholesky)
	if chol.Factorize(a) {
		return chol, true
	}
	k := a.SymmetricDim()
	root := make([]float64, k)
	for i := range root {
		root[i] = math.Sqrt(a.At(i, i))
		if !(root[i] > 0 && root[i] < math.Inf(1)) {
			return nil, false
		}
	}
	cells := make([]float64, k*k)
	for i := range k {
		for j := range i + 1 {
			cells[i*k+j] = a.At(i, j) / root[i] / root[j]
		}
	}
	Firm(cells, k, k)
	u := mat.NewTriDense(k, mat.Upper, nil)
	for i := range k {
		for j := range i + 1 {
			v := cells[i*k+j] * root[i]
			if math.IsNaN(v) {
				return nil, false
			}
			u.SetTri(j, i, v)
		}
	}
	chol.SetFromU(u)
	return chol, true
}
