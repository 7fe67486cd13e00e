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
		lowerColumn(a, l, n, j)
	}
	// The inverse of the factor in place, row by row, and then its square. Each sum is taken in the order of k. Many go
	// on at a time, so that the processor does not wait for one of them.
	for i := range n {
		row, sums := l[i*n:i*n+i+1], a[:i]
		clear(sums)
		for k, v := range row[:i] {
			for j, u := range l[k*n : k*n+k+1] {
				sums[j] -= v * u
			}
		}
		for j, s := range sums {
			row[j] = s / row[i]
		}
		row[i] = 1 / row[i]
	}
	for i := range n {
		sums := a[i*n : i*n+i+1]
		clear(sums)
		for k := i; k < n; k++ {
			row := l[k*n : k*n+i+1]
			v := row[i]
			for j, u := range row {
				sums[j] += v * u
			}
		}
		for j, s := range sums {
			a[j*n+i] = s
		}
	}
	return logDet, true
}

// lowerColumn writes a column of the Cholesky factor l of a below the diagonal, four rows at a time.
func lowerColumn(a, l []float64, n, j int) {
	d, known := l[j*n+j], l[j*n:j*n+j]
	i := j + 1
	for ; i+3 < n; i += 4 {
		s0, s1, s2, s3 := a[i*n+j], a[(i+1)*n+j], a[(i+2)*n+j], a[(i+3)*n+j]
		r0, r1, r2, r3 := l[i*n:i*n+j], l[(i+1)*n:(i+1)*n+j], l[(i+2)*n:(i+2)*n+j], l[(i+3)*n:(i+3)*n+j]
		r0, r1, r2, r3 = r0[:len(known)], r1[:len(known)], r2[:len(known)], r3[:len(known)]
		for k, v := range known {
			s0 -= r0[k] * v
			s1 -= r1[k] * v
			s2 -= r2[k] * v
			s3 -= r3[k] * v
		}
		l[i*n+j], l[(i+1)*n+j], l[(i+2)*n+j], l[(i+3)*n+j] = s0/d, s1/d, s2/d, s3/d
	}
	for ; i < n; i++ {
		s, row := a[i*n+j], l[i*n:i*n+j]
		for k, v := range known {
			s -= row[k] * v
		}
		l[i*n+j] = s / d
	}
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

// products writes to out the products of the rows of a square matrix with b, each summed from the first to the last.
func products(out, square, b []float64) {
	n, l := len(b), 0
	for ; l+3 < n; l += 4 {
		s0, s1, s2, s3 := 0.0, 0.0, 0.0, 0.0
		r0, r1, r2, r3 := square[l*n:l*n+n], square[l*n+n:l*n+2*n], square[l*n+2*n:l*n+3*n], square[l*n+3*n:l*n+4*n]
		r0, r1, r2, r3 = r0[:n], r1[:n], r2[:n], r3[:n]
		for a, v := range b {
			s0 += r0[a] * v
			s1 += r1[a] * v
			s2 += r2[a] * v
			s3 += r3[a] * v
		}
		out[l], out[l+1], out[l+2], out[l+3] = s0, s1, s2, s3
	}
	for ; l < n; l++ {
		out[l] = product(square[l*n:l*n+n], b)
	}
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
	l, vectors := 0, len(factors)/4
	for ; l+1 < vectors; l += 2 { // two at a time read the rows once
		f := factors[4*l : 4*l+8]
		f0, f1, f2, f3, g0, g1, g2, g3 := f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]
		s, t := sums[l*p:l*p+p], sums[l*p+p:l*p+2*p]
		s, t = s[:p], t[:p]
		for q, v := range y0 {
			v1, v2, v3 := y1[q], y2[q], y3[q]
			s[q] += (f0*v + f1*v1) + (f2*v2 + f3*v3)
			t[q] += (g0*v + g1*v1) + (g2*v2 + g3*v3)
		}
	}
	if l < vectors {
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
