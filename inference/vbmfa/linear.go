package vbmfa

import "math"

// Small dense matrices, row by row, of the size of a component's factors.

// invert replaces the symmetric positive definite n×n matrix a by its inverse and
// returns ln|a|. It returns ok = false where a is not positive definite; work holds
// n² numbers. O(n³).
func invert(a []float64, n int, work []float64) (logDet float64, ok bool) {
	l := work[:n*n]
	for j := range n {
		d := a[j*n+j]
		for k := range j {
			d -= l[j*n+k] * l[j*n+k]
		}
		if !(d > 0) || math.IsInf(d, 1) {
			return 0, false
		}
		d = math.Sqrt(d)
		l[j*n+j] = d
		logDet += 2 * math.Log(d)
		for i := j + 1; i < n; i++ {
			s := a[i*n+j]
			for k := range j {
				s -= l[i*n+k] * l[j*n+k]
			}
			l[i*n+j] = s / d
		}
	}
	// The inverse of the factor, in place, then its square.
	for j := range n {
		l[j*n+j] = 1 / l[j*n+j]
		for i := j + 1; i < n; i++ {
			s := 0.0
			for k := j; k < i; k++ {
				s -= l[i*n+k] * l[k*n+j]
			}
			l[i*n+j] = s / l[i*n+i]
		}
	}
	for i := range n {
		for j := range i + 1 {
			s := 0.0
			for k := i; k < n; k++ {
				s += l[k*n+i] * l[k*n+j]
			}
			a[i*n+j], a[j*n+i] = s, s
		}
	}
	return logDet, true
}

func dot(a, b []float64) float64 {
	s0, s1 := 0.0, 0.0
	b = b[:len(a)]
	i := 0
	for ; i+1 < len(a); i += 2 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
	}
	if i < len(a) {
		s0 += a[i] * b[i]
	}
	return s0 + s1
}

// addScaled adds f·b to a.
func addScaled(a, b []float64, f float64) {
	a = a[:len(b)]
	for i, v := range b {
		a[i] += f * v
	}
}

// quadratic returns aᵀ m a of a symmetric matrix m of the size of a.
func quadratic(m, a []float64) float64 {
	n, sum := len(a), 0.0
	for i, v := range a {
		sum += v * dot(m[i*n:i*n+n], a)
	}
	return sum
}
