package vector

import "math"

// Messages are Gaussian densities of one column each, with variances and means; a variance of +Inf
// means that nothing is known.

// Join multiplies two rows of messages at the ends of branches of variance wa and wb, and sets the
// row (vari, mean) to the product. Where nothing is known of one side, it is the other.
func Join(vari, mean, va, ma, vb, mb []float64, wa, wb float64) {
	n := len(vari)
	mean, va, ma, vb, mb = mean[:n], va[:n], ma[:n], vb[:n], mb[:n]
	if wide && n >= enough {
		joinWide(&vari[0], &mean[0], &va[0], &ma[0], &vb[0], &mb[0], n, wa, wb)
		return
	}
	for k := range vari {
		x, y := va[k]+wa, vb[k]+wb
		switch sum := x + y; {
		case sum <= math.MaxFloat64:
			share, rest := y/sum, x/sum
			vari[k] = x * share
			mean[k] = share*ma[k] + rest*mb[k]
		case x <= math.MaxFloat64:
			vari[k], mean[k] = x, ma[k]
		default:
			vari[k], mean[k] = y, mb[k]
		}
	}
}

// Gather adds the precisions of a row of messages at the end of a branch of variance w, and the
// precisions times the means. Means of which nothing is known must be finite.
func Gather(precision, sum, v, m []float64, w float64) {
	n := len(precision)
	sum, v, m = sum[:n], v[:n], m[:n]
	if wide && n >= enough {
		gatherWide(&precision[0], &sum[0], &v[0], &m[0], n, w)
		return
	}
	for k := range precision {
		p := 1 / (v[k] + w)
		precision[k] += p
		sum[k] += p * m[k]
	}
}
