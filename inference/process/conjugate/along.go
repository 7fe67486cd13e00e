package conjugate

import "math"

// Along returns the predictive density of a new row along two directions, given as weights of the
// columns: a Student t with a location, the scale matrix xx, xy, yy and this many degrees of freedom.
// Any linear image of a Student t is one with the same degrees of freedom (Kotz and Nadarajah 2004,
// chapter 1). D² multiply-adds.
func (c *Full) Along(x, y []float64) (at [2]float64, xx, xy, yy, freedom float64) {
	if !c.ready {
		c.refresh()
	}
	d := len(c.mean)
	freedom = c.prior.Freedom + float64(c.n)
	for j, m := range c.mean {
		at[0] += x[j] * m
		at[1] += y[j] * m
	}
	// The scale matrix is UᵀU/(ratio·freedom), with U the upper triangular factor.
	for i := range d {
		a, b := 0.0, 0.0
		for j := i; j < d; j++ {
			a += c.factor[i*d+j] * x[j]
			b += c.factor[i*d+j] * y[j]
		}
		xx, xy, yy = xx+a*a, xy+a*b, yy+b*b
	}
	scale := 1 / (c.ratio * freedom)
	if math.IsInf(scale, 1) {
		scale = 0
	}
	return at, xx * scale, xy * scale, yy * scale, freedom
}
