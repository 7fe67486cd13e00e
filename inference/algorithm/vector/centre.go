package vector

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Centre takes its mean off each column of x, in place. A cell that is missing, NaN, becomes 0.
func Centre(x *mat.Dense) {
	n, d := x.Dims()
	for j := range d {
		sum, seen := 0.0, 0.0
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				sum += v
				seen++
			}
		}
		for i := range n {
			if v := x.At(i, j); math.IsNaN(v) {
				x.Set(i, j, 0)
			} else {
				x.Set(i, j, v-sum/seen)
			}
		}
	}
}

// Gram returns the smaller of the products xᵀx and xxᵀ, times scale. Their positive eigenvalues are the same.
func Gram(x *mat.Dense, scale float64) *mat.SymDense {
	n, d := x.Dims()
	gram := mat.NewSymDense(min(n, d), nil)
	if d <= n {
		gram.SymOuterK(scale, x.T())
	} else {
		gram.SymOuterK(scale, x)
	}
	return gram
}
