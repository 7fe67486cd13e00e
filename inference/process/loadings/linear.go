package loadings

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// dot and axpy are gonum's assembly kernels, for vectors as long as the table.
func dot(a, b []float64) float64               { return floats.Dot(a, b) }
func axpy(y []float64, a float64, x []float64) { floats.AddScaled(y, a, x) }

// few is the length below which a loop is faster than a call of those kernels.
const few = 12

// inner is dot for mostly short vectors.
func inner(a, b []float64) float64 {
	if len(a) >= few {
		return dot(a, b)
	}
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// subtract subtracts ax from y, for mostly short vectors.
func subtract(y []float64, a float64, x []float64) {
	if len(x) >= few {
		axpy(y, -a, x)
		return
	}
	for i, v := range x {
		y[i] -= a * v
	}
}

// firmRoot replaces the lower triangle of a, k×k and positive definite up to rounding, by L with a =
// LLᵀ. A pivot without significant digits is replaced by the least that has one. O(k³/6)
func firmRoot(a []float64, k, stride int) {
	factorise(a, k, stride, 1e-14)
}

// cholesky replaces the lower triangle of the symmetric matrix a, k×k of the given stride,
// by L with a = LLᵀ. It reports whether a is positive definite.
func cholesky(a []float64, k, stride int) bool { return factorise(a, k, stride, 0) }

// factorise does both: it raises pivots below the share least of the diagonal to that, or refuses them
// if least is 0.
func factorise(a []float64, k, stride int, least float64) bool {
	for i := range k {
		ri := a[i*stride : i*stride+i+1]
		for j := range i {
			rj := a[j*stride : j*stride+j+1]
			ri[j] = (ri[j] - inner(rj[:j], ri[:j])) / rj[j]
		}
		floor := least * ri[i]
		sum := max(ri[i]-inner(ri[:i], ri[:i]), floor)
		if !(sum > 0) {
			return false
		}
		ri[i] = math.Sqrt(sum)
	}
	return true
}

// forward replaces x by L⁻¹x.
func forward(l []float64, k, stride int, x []float64) {
	for i := range k {
		row := l[i*stride : i*stride+i+1]
		x[i] = (x[i] - inner(row[:i], x[:i])) / row[i]
	}
}

// backward replaces x by L⁻ᵀx.
func backward(l []float64, k, stride int, x []float64) {
	for i := k - 1; i >= 0; i-- {
		row := l[i*stride : i*stride+i+1]
		x[i] /= row[i]
		subtract(x[:i], x[i], row[:i])
	}
}

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
