package loadings

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// dot and axpy are gonum's assembly kernels, for vectors as long as the table.
func dot(a, b []float64) float64               { return floats.Dot(a, b) }
func axpy(y []float64, a float64, x []float64) { floats.AddScaled(y, a, x) }

// scale multiplies x by a.
func scale(x []float64, a float64) { floats.Scale(a, x) }

// multiply sets out to the products of y with the rows of a, which has the given stride.
func multiply(out, a []float64, stride int, y []float64) {
	k, n := len(out), len(y)
	if k == 0 {
		return
	}
	blas64.Gemv(blas.NoTrans, 1, blas64.General{Rows: k, Cols: n, Stride: stride, Data: a},
		blas64.Vector{N: n, Inc: 1, Data: y}, 0, blas64.Vector{N: k, Inc: 1, Data: out})
}
