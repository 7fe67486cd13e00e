package vbmfa

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
)

// Small dense matrices, row by row, of the size of a component's factors.

// invert replaces the symmetric positive definite n×n matrix a by its inverse and returns ln|a|. It
// returns ok = false if a is not positive definite. work holds n² numbers. O(n³).
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

// product returns a·b, summed from the first to the last.
func product(a, b []float64) float64 {
	s := 0.0
	b = b[:len(a)]
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// fourProducts writes to out the products, as computed by product, of each vector of weights with
// four rows: four for each vector. Eight sums at a time keep the processor from waiting for one of
// them.
func fourProducts(out, weights, y0, y1, y2, y3 []float64) {
	p := len(y0)
	y1, y2, y3 = y1[:p], y2[:p], y3[:p]
	l, vectors := 0, len(out)/4
	for ; l+1 < vectors; l += 2 {
		var a0, a1, a2, a3, b0, b1, b2, b3 float64
		a, b := weights[l*p:l*p+p], weights[l*p+p:l*p+2*p]
		a, b = a[:p], b[:p]
		for q, v := range y0 {
			u, w := a[q], b[q]
			a0 += u * v
			b0 += w * v
			v = y1[q]
			a1 += u * v
			b1 += w * v
			v = y2[q]
			a2 += u * v
			b2 += w * v
			v = y3[q]
			a3 += u * v
			b3 += w * v
		}
		o := out[4*l : 4*l+8]
		o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7] = a0, a1, a2, a3, b0, b1, b2, b3
	}
	if l < vectors {
		var a0, a1, a2, a3 float64
		a := weights[l*p : l*p+p]
		a = a[:p]
		for q, v := range y0 {
			u := a[q]
			a0 += u * v
			a1 += u * y1[q]
			a2 += u * y2[q]
			a3 += u * y3[q]
		}
		o := out[4*l : 4*l+4]
		o[0], o[1], o[2], o[3] = a0, a1, a2, a3
	}
}

// addFour adds to each vector of sums the four rows times its four factors.
func addFour(sums, factors, y0, y1, y2, y3 []float64) {
	p := len(y0)
	y1, y2, y3 = y1[:p], y2[:p], y3[:p]
	for l := 0; l*4 < len(factors); l++ {
		f := factors[4*l : 4*l+4]
		f0, f1, f2, f3 := f[0], f[1], f[2], f[3]
		s := sums[l*p : l*p+p]
		s = s[:p]
		for q, v := range y0 {
			s[q] += (f0*v + f1*y1[q]) + (f2*y2[q] + f3*y3[q])
		}
	}
}

// addScaled adds f·b to as much of a.
func addScaled(a, b []float64, f float64) { vector.AddScaled(a[:len(b)], b, f) }

// traced returns tr m(aaᵀ + c) for symmetric matrices m and c of the size of a, from their lower
// triangles.
func traced(m, a, c []float64) float64 {
	n, twice, once := len(a), 0.0, 0.0
	for i, v := range a {
		s, t := m[i*n:i*n+i+1], c[i*n:i*n+i+1]
		for j, u := range a[:i] {
			twice += s[j] * (v*u + t[j])
		}
		once += s[i] * (v*v + t[i])
	}
	return once + 2*twice
}
