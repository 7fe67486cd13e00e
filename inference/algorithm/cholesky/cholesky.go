// Package cholesky factors small symmetric matrices, whose rows are in a slice one after the other, and solves systems
// with the triangular factor, without allocating memory.
package cholesky

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Few is the length below which a loop is faster than a call of gonum's kernels.
const Few = 12

// inner is the product of mostly short vectors.
func inner(a, b []float64) float64 {
	if len(a) >= Few {
		return floats.Dot(a, b)
	}
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// Subtract subtracts ax from y, for mostly short vectors.
func Subtract(y []float64, a float64, x []float64) {
	if len(x) >= Few {
		floats.AddScaled(y, -a, x)
		return
	}
	for i, v := range x {
		y[i] -= a * v
	}
}

// Firm replaces the lower triangle of a, k×k and positive definite up to rounding, by L with a =
// LLᵀ. A pivot without significant digits is replaced by the least that has one. O(k³/6)
func Firm(a []float64, k, stride int) { factorise(a, k, stride, 1e-14) }

// Factor replaces the lower triangle of the symmetric matrix a, k×k of the given stride,
// by L with a = LLᵀ. It reports whether a is positive definite.
func Factor(a []float64, k, stride int) bool { return factorise(a, k, stride, 0) }

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

// Forward replaces x by L⁻¹x.
func Forward(l []float64, k, stride int, x []float64) {
	for i := range k {
		row := l[i*stride : i*stride+i+1]
		x[i] = (x[i] - inner(row[:i], x[:i])) / row[i]
	}
}

// Backward replaces x by L⁻ᵀx.
func Backward(l []float64, k, stride int, x []float64) {
	for i := k - 1; i >= 0; i-- {
		row := l[i*stride : i*stride+i+1]
		x[i] /= row[i]
		Subtract(x[:i], x[i], row[:i])
	}
}
