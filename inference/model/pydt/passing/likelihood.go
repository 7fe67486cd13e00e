package passing

import (
	"math"
)

// A likelihood is that of the variance v of one branch, or of the branches to some leaves of
// one branch point, with every other branch at v̂: the normal factors with the locations
// integrated out under their cavities. It depends on v through the squared distances among
// the Gaussians that meet, so that a value costs O(1) a class, whatever the number of columns.
// At a branch two Gaussians meet, its ends. At a branch point those of the leaves meet, and one
// more for all other neighbours.
type likelihood struct {
	meeting int
	weight  []float64 // class: columns
	fixed   []float64 // class×meeting, or class for a branch: variances beside v, +Inf where nothing is observed
	square  []float64 // class×pair: squared distances, summed over the class's columns
	only    bool      // of leaves: the first that meets is that of all other neighbours, whose variance is not v
	ones    []one
}

// one is the precision of one of the Gaussians that meet, with its derivatives in v.
type one struct{ p, d, dd float64 }

// log returns the logarithm at v, up to a constant, with its first two derivatives.
func (l *likelihood) log(v float64) (value, slope, curvature float64) {
	if l.only {
		return l.logLeaves(v)
	}
	// One logarithm serves several classes of one column while the product stays in range.
	product := 1.0
	for k, d := range l.weight {
		w := 1 / (l.fixed[k] + v)
		q := l.square[k] * w
		if d == 1 {
			if product *= w; product < 1e-200 || product > 1e200 {
				value, product = value+0.5*math.Log(product), 1
			}
		} else {
			value += 0.5 * d * math.Log(w)
		}
		value -= 0.5 * q
		slope += 0.5 * w * (q - d)
		curvature += w * w * (0.5*d - q)
	}
	return value + 0.5*math.Log(product), slope, curvature
}

// logLeaves is log for leaves that share a time: with precisions p_i and P = Σ p_i,
// ½d(Σ log p_i − log P) − ½Σ_{i<j} p_i p_j d_ij/P.
func (l *likelihood) logLeaves(v float64) (value, slope, curvature float64) {
	m := l.meeting
	for len(l.ones) < m {
		l.ones = append(l.ones, one{})
	}
	at := 0
	for k, d := range l.weight {
		var total one
		product, dLogs, ddLogs := 1.0, 0.0, 0.0
		for i, s := range l.fixed[k*m : (k+1)*m] {
			var o one
			if i == 0 {
				o.p = 1 / s
			} else if p := 1 / (s + v); p > 0 {
				o = one{p, -p * p, 2 * p * p * p}
				dLogs -= p
				ddLogs += p * p
			}
			if o.p > 0 {
				product *= o.p
			}
			l.ones[i] = o
			total.p += o.p
			total.d += o.d
			total.dd += o.dd
		}
		var q one
		for i, a := range l.ones[:m] {
			for _, b := range l.ones[:i] {
				x := l.square[at]
				at++
				q.p += x * a.p * b.p
				q.d += x * (a.d*b.p + a.p*b.d)
				q.dd += x * (a.dd*b.p + 2*a.d*b.d + a.p*b.dd)
			}
		}
		f, g := total.d/total.p, total.dd/total.p
		value += 0.5 * (d*math.Log(product/total.p) - q.p/total.p)
		slope += 0.5 * (d*(dLogs-f) - (q.d-q.p*f)/total.p)
		curvature += 0.5 * (d*(ddLogs-g+f*f) - (q.dd-2*q.d*f-q.p*g+2*q.p*f*f)/total.p)
	}
	return value, slope, curvature
}
