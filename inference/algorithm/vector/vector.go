// Package vector holds loops over the columns of a table: sums of squares and weighted sums of
// rows. Each is written once for any processor and, where it pays, again with instructions that handle
// four numbers at a time. Both add in the same order and so give the same bits: sums run in four parts,
// or two, which are added at the end. The conversions to float64 round each product before it is added;
// some processors would otherwise do both in one step, with other bits.
//
// All slices of a call have the length of the first or more.
package vector

// enough is the number of columns from which instructions for four numbers are used.
const enough = 8

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
