package vector

import "math"

// Messages are Gaussian densities of one column each, with variances and means; a variance of +Inf
// means that nothing is known.

// Join multiplies two rows of messages at the ends of branches of variance wa and wb, and sets the
// row (vari, mean) to the product. If nothing is known of one side, the product is the other side.
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
			mean[k] = float64(share*ma[k]) + float64(rest*mb[k])
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
		sum[k] += float64(p * m[k])
	}
}

// Normalise turns the sums of Gather into one row of messages: precisions into variances, and sums into means.
func Normalise(precision, sum []float64) {
	sum = sum[:len(precision)]
	for k, p := range precision {
		p = 1 / p
		precision[k] = p
		if p <= math.MaxFloat64 {
			sum[k] *= p
		}
	}
}

// LogMeeting returns the log density of a row of messages of a subtree, given two rows that meet where
// it hangs, from above and from below; each row is at the end of a branch, of variance length, up and
// down. Columns where nothing is known of the subtree are left out, and so is −½·log 2π for each of the
// others. The rows hold variances. For each column, squares holds the squared distances of the means:
// subtree and above, subtree and below, above and below.
func LogMeeting(above, below, own, squares []float64, up, down, length float64) float64 {
	above, below = above[:len(own)], below[:len(own)]
	value, product, sum := 0.0, 1.0, 0.0
	for k, vr := range own {
		if vr > math.MaxFloat64 {
			continue
		}
		d := squares[3*k : 3*k+3 : 3*k+3]
		va, vb := above[k]+up, below[k]+down
		variance, square := va, d[0]
		if vb <= math.MaxFloat64 {
			share := vb / (va + vb)
			rest := 1 - share
			variance = float64(va * share)
			square = float64(share*d[0]) + float64(rest*d[1]) - float64(share*rest*d[2])
		}
		variance += vr + length
		if square < 0 {
			square = 0
		}
		sum += square / variance
		if variance < 1e-100 || variance > 1e100 {
			value += math.Log(variance)
		} else if product *= variance; product < 1e-200 || product > 1e200 {
			value, product = value+math.Log(product), 1
		}
	}
	return -0.5 * (value + math.Log(product) + sum)
}
