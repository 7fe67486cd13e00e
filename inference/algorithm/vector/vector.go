// Package vector holds loops over the columns of a table: sums of squares and weighted sums of
// rows. Each is written once for any processor and, where it pays, again with instructions that handle
// four numbers at a time. Both add in the same order and so give the same bits: sums run in four parts,
// or two, which are added at the end. The conversions to float64 round each product before it is added;
// some processors would otherwise do both in one step, with other bits.
//
// All slices of a call have the length of the first or more.
package vector

import "math"

// enough is the number of columns from which instructions for four numbers are used.
const enough = 8

// Singles returns numbers in single precision.
func Singles(x []float64) []float32 {
	out := make([]float32, len(x))
	for i, v := range x {
		out[i] = float32(v)
	}
	return out
}

// Finite reports whether no number is infinite or NaN.
func Finite(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// SquaredDistance returns ‖a−b‖², in four partial sums.
func SquaredDistance(a, b []float64) float64 {
	b = b[:len(a)]
	if wide && len(a) >= enough {
		return squaredDistanceWide(&a[0], &b[0], len(a))
	}
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		d0, d1, d2, d3 := x[0]-y[0], x[1]-y[1], x[2]-y[2], x[3]-y[3]
		s0 += float64(d0 * d0)
		s1 += float64(d1 * d1)
		s2 += float64(d2 * d2)
		s3 += float64(d3 * d3)
	}
	for ; i < len(a); i++ {
		d := a[i] - b[i]
		s0 += float64(d * d)
	}
	return (s0 + s1) + (s2 + s3)
}

// Blend sets dst = wa·a + wb·b and returns ‖a−b‖², in four partial sums.
func Blend(dst, a, b []float64, wa, wb float64) float64 {
	a, b = a[:len(dst)], b[:len(dst)]
	if wide && len(dst) >= enough {
		return blendWide(&dst[0], &a[0], &b[0], len(dst), wa, wb)
	}
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y, z := a[i:i+4:i+4], b[i:i+4:i+4], dst[i:i+4:i+4]
		d0, d1, d2, d3 := x[0]-y[0], x[1]-y[1], x[2]-y[2], x[3]-y[3]
		z[0] = float64(wa*x[0]) + float64(wb*y[0])
		z[1] = float64(wa*x[1]) + float64(wb*y[1])
		z[2] = float64(wa*x[2]) + float64(wb*y[2])
		z[3] = float64(wa*x[3]) + float64(wb*y[3])
		s0 += float64(d0 * d0)
		s1 += float64(d1 * d1)
		s2 += float64(d2 * d2)
		s3 += float64(d3 * d3)
	}
	for ; i < len(a); i++ {
		d := a[i] - b[i]
		dst[i] = float64(wa*a[i]) + float64(wb*b[i])
		s0 += float64(d * d)
	}
	return (s0 + s1) + (s2 + s3)
}

// Mix sets dst = wa·a + wb·b.
func Mix(dst, a, b []float64, wa, wb float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	if wide && len(dst) >= enough {
		mixWide(&dst[0], &a[0], &b[0], len(dst), wa, wb)
		return
	}
	for i, x := range a {
		dst[i] = float64(wa*x) + float64(wb*b[i])
	}
}

// MixFew is Mix for few columns: it becomes a part of the caller, and a call would take longer than its loop.
func MixFew(dst, a, b []float64, wa, wb float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i, x := range a {
		dst[i] = float64(wa*x) + float64(wb*b[i])
	}
}

// Few reports whether so many columns are few.
func Few(columns int) bool { return columns < enough }

// AddScaled adds w·a to dst.
func AddScaled(dst, a []float64, w float64) {
	a = a[:len(dst)]
	if wide && len(dst) >= enough {
		addScaledWide(&dst[0], &a[0], len(dst), w)
		return
	}
	for i, x := range a {
		dst[i] += float64(w * x)
	}
}

// Scaled sets dst = w·a. The two may be one slice.
func Scaled(dst, a []float64, w float64) {
	a = a[:len(dst)]
	if wide && len(dst) >= enough {
		scaledWide(&dst[0], &a[0], len(dst), w)
		return
	}
	for i, x := range a {
		dst[i] = w * x
	}
}

// Divide divides dst by w.
func Divide(dst []float64, w float64) {
	if wide && len(dst) >= enough {
		divideWide(&dst[0], len(dst), w)
		return
	}
	for i := range dst {
		dst[i] /= w
	}
}

// Distances returns ‖b−c‖², ‖a−c‖² and ‖a−b‖², in four partial sums each; of few columns in one.
func Distances(a, b, c []float64) (bc, ac, ab float64) {
	n := len(a)
	b, c = b[:n], c[:n]
	if n < enough {
		for i, x := range a {
			e, f, g := b[i]-c[i], x-c[i], x-b[i]
			bc += float64(e * e)
			ac += float64(f * f)
			ab += float64(g * g)
		}
		return bc, ac, ab
	}
	if wide {
		return distancesWide(&a[0], &b[0], &c[0], n)
	}
	var p, q, r [4]float64
	i := 0
	for ; i+4 <= n; i += 4 {
		for k := range 4 {
			e, f, g := b[i+k]-c[i+k], a[i+k]-c[i+k], a[i+k]-b[i+k]
			p[k] += float64(e * e)
			q[k] += float64(f * f)
			r[k] += float64(g * g)
		}
	}
	for ; i < n; i++ {
		e, f, g := b[i]-c[i], a[i]-c[i], a[i]-b[i]
		p[0] += float64(e * e)
		q[0] += float64(f * f)
		r[0] += float64(g * g)
	}
	return (p[0] + p[1]) + (p[2] + p[3]), (q[0] + q[1]) + (q[2] + q[3]), (r[0] + r[1]) + (r[2] + r[3])
}

// Turns returns d·d, d·e, d·f and e·f of the differences d = a[0]−a[1], e = b[0]−b[1] and f = c[0]−c[1] of rows, in
// four partial sums each; of few columns in one.
func Turns(a, b, c [2][]float64) (dd, de, df, ef float64) {
	n := len(a[0])
	a0, a1, b0, b1, c0, c1 := a[0], a[1][:n], b[0][:n], b[1][:n], c[0][:n], c[1][:n]
	if n < enough {
		for i, x := range a0 {
			d, e, f := x-a1[i], b0[i]-b1[i], c0[i]-c1[i]
			dd += float64(d * d)
			de += float64(d * e)
			df += float64(d * f)
			ef += float64(e * f)
		}
		return dd, de, df, ef
	}
	if wide {
		return turnsWide(&a0[0], &a1[0], &b0[0], &b1[0], &c0[0], &c1[0], n)
	}
	var p, q, r, s [4]float64
	add := func(k, i int) {
		d, e, f := a0[i]-a1[i], b0[i]-b1[i], c0[i]-c1[i]
		p[k] += float64(d * d)
		q[k] += float64(d * e)
		r[k] += float64(d * f)
		s[k] += float64(e * f)
	}
	i := 0
	for ; i+4 <= n; i += 4 {
		for k := range 4 {
			add(k, i+k)
		}
	}
	for ; i < n; i++ {
		add(0, i)
	}
	return (p[0] + p[1]) + (p[2] + p[3]), (q[0] + q[1]) + (q[2] + q[3]),
		(r[0] + r[1]) + (r[2] + r[3]), (s[0] + s[1]) + (s[2] + s[3])
}

// BlendAndMeasure sets dst = wa·a + wb·b and returns ‖dst−q‖², ‖m−q‖² and ‖dst−m‖², each in two
// partial sums.
func BlendAndMeasure(dst, a, b []float64, wa, wb float64, m, q []float64) (dq, mq, dm float64) {
	n := len(dst)
	a, b, m, q = a[:n], b[:n], m[:n], q[:n]
	if wide && n >= enough {
		return blendAndMeasureWide(&dst[0], &a[0], &b[0], n, wa, wb, &m[0], &q[0])
	}
	var p0, p1, r0, r1, s0, s1 float64
	i := 0
	for ; i+2 <= n; i += 2 {
		x, y, z, u, w := a[i:i+2:i+2], b[i:i+2:i+2], dst[i:i+2:i+2], m[i:i+2:i+2], q[i:i+2:i+2]
		c0, c1 := float64(wa*x[0])+float64(wb*y[0]), float64(wa*x[1])+float64(wb*y[1])
		z[0], z[1] = c0, c1
		e0, e1 := c0-w[0], c1-w[1]
		f0, f1 := u[0]-w[0], u[1]-w[1]
		g0, g1 := c0-u[0], c1-u[1]
		p0 += float64(e0 * e0)
		p1 += float64(e1 * e1)
		r0 += float64(f0 * f0)
		r1 += float64(f1 * f1)
		s0 += float64(g0 * g0)
		s1 += float64(g1 * g1)
	}
	for ; i < n; i++ {
		c := float64(wa*a[i]) + float64(wb*b[i])
		dst[i] = c
		e, f, g := c-q[i], m[i]-q[i], c-m[i]
		p0 += float64(e * e)
		r0 += float64(f * f)
		s0 += float64(g * g)
	}
	return p0 + p1, r0 + r1, s0 + s1
}

// Dot returns a·b, in four partial sums.
func Dot(a, b []float64) float64 {
	b = b[:len(a)]
	if wide && len(a) >= enough {
		return dotWide(&a[0], &b[0], len(a))
	}
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		s0 += float64(x[0] * y[0])
		s1 += float64(x[1] * y[1])
		s2 += float64(x[2] * y[2])
		s3 += float64(x[3] * y[3])
	}
	for ; i < len(a); i++ {
		s0 += float64(a[i] * b[i])
	}
	return (s0 + s1) + (s2 + s3)
}

// Lower lowers dst to a + w where that is less: dst_i = min(dst_i, a_i + w). There is no NaN.
func Lower(dst, a []float64, w float64) {
	a = a[:len(dst)]
	if wide && len(dst) >= enough {
		lowerWide(&dst[0], &a[0], len(dst), w)
		return
	}
	for i, x := range a {
		if s := x + w; s < dst[i] {
			dst[i] = s
		}
	}
}

// LeastSum returns the least a_i + b_i, +Inf of none. There is no NaN.
func LeastSum(a, b []float64) float64 {
	b = b[:len(a)]
	if wide && len(a) >= enough {
		return leastSumWide(&a[0], &b[0], len(a))
	}
	least := math.Inf(1)
	for i, x := range a {
		if s := x + b[i]; s < least {
			least = s
		}
	}
	return least
}
