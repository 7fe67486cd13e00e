package signal

import "math"

// Numbers returns how much of the variance of a column of numbers follows the tree. y has a value for each leaf, NaN
// where it is missing. It panics unless there are as many as leaves.
func (s *Shape) Numbers(y []float64) Share {
	if len(y) != s.leaves {
		panic("signal: another number of values than leaves")
	}
	cells, low, high := 0, math.Inf(1), math.Inf(-1)
	for _, x := range y {
		if !math.IsNaN(x) {
			cells++
			low, high = min(low, x), max(high, x)
		}
	}
	if cells < LeastCells || !(high > low) || math.IsInf(high-low, 0) {
		return unknown(cells)
	}
	mean, variance := make([]float64, len(s.order)), make([]float64, len(s.order))
	z := make([]float64, len(y)) // in the middle, so that no digits are lost, and of size 1
	for i, x := range y {
		z[i] = (x - low/2 - high/2) / (high - low)
	}
	return share(cells, func(lambda float64) float64 { return s.contrasts(z, lambda, mean, variance) }, smallest)
}

// contrasts returns the restricted log likelihood of a column with its variance at its best, equation 8e, up to a
// constant: with independent contrasts d of variance σ²v, −Σ½ log v − ½(n − 1) log Σd²/v.
func (s *Shape) contrasts(y []float64, lambda float64, mean, variance []float64) float64 {
	squares, logs, count := 0.0, 0.0, 0.0
	product := 1.0 // of variances whose log is not yet taken
	for _, v := range s.order {
		m, w := 0.0, math.Inf(1)
		if int(v) < s.leaves {
			if m = y[v]; !math.IsNaN(m) {
				w = 0
			}
		}
		for _, c := range s.children(v) {
			cm, cw := mean[c], variance[c]
			switch {
			case math.IsInf(cw, 1):
			case math.IsInf(w, 1):
				m, w = cm, cw
			default:
				all, d := w+cw, m-cm
				squares += d * d / all
				product *= all
				count++
				if product < 1e-200 || product > 1e200 {
					logs += math.Log(product)
					product = 1
				}
				m -= d * w / all
				w *= cw / all
			}
		}
		if s.parent[v] >= 0 {
			w += s.branch(v, lambda)
		}
		mean[v], variance[v] = m, w
	}
	logs += math.Log(product)
	return -logs/2 - count/2*math.Log(squares)
}
