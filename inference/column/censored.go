package column

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

const (
	rounds  = 10_000
	settled = 1e-10
)

// MeanDeviation returns the mean and the standard deviation of numbers of which some are known between limits only:
// those of greatest likelihood under a normal distribution, found by EM (Dempster, Laird and Rubin 1977). The deviation
// has the divisor n−1, so that without limits it is that of the sample; it is 0 if fewer than two numbers are known.
func MeanDeviation(cells []Interval) (mean, deviation float64) {
	var known []float64
	for _, c := range cells {
		if c.Exact() {
			known = append(known, c.Low)
		}
	}
	if len(known) == 0 {
		return middle(cells), 0
	}
	mean, variance := moments(known)
	if len(known) < 2 || variance == 0 {
		return mean, 0
	}
	n := float64(len(cells))
	if len(known) < len(cells) {
		start, unit := mean, math.Sqrt(variance)
		m, v := 0.0, 1.0 // in units of the numbers known
		for range rounds {
			sum, squares := 0.0, 0.0
			for _, c := range cells {
				e, w := truncated((c.Low-start)/unit, (c.High-start)/unit, m, math.Sqrt(v))
				sum += e
				squares += w + e*e
			}
			wasM, wasV := m, v
			m = sum / n
			v = max(squares/n-m*m, settled)
			if math.Abs(m-wasM)+math.Abs(v-wasV) < settled*(1+v) {
				break
			}
		}
		mean, variance = start+unit*m, unit*unit*v
	}
	return mean, math.Sqrt(variance * n / (n - 1))
}

// moments returns the mean and the variance with divisor n.
func moments(x []float64) (mean, variance float64) {
	for _, y := range x {
		mean += y / float64(len(x))
	}
	for _, y := range x {
		variance += (y - mean) * (y - mean) / float64(len(x))
	}
	return mean, variance
}

// middle returns the mean of the limits that are finite.
func middle(cells []Interval) float64 {
	sum, n := 0.0, 0.0
	for _, c := range cells {
		for _, x := range []float64{c.Low, c.High} {
			if !math.IsInf(x, 0) {
				sum, n = sum+x, n+1
			}
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// truncated returns the mean and the variance of a normal number of mean m and deviation s between two limits.
func truncated(low, high, m, s float64) (mean, variance float64) {
	if low == high {
		return low, 0
	}
	a, b := (low-m)/s, (high-m)/s
	sign := 1.0
	if a > 0 { // the left tail loses no digits
		a, b, sign = -b, -a, -1
	}
	logB, ratioB := logPhi(b)
	logA, ratioA := logPhi(a)
	z := math.Exp(logA - logB) // of Φ(b), the part below a
	if !(z < 1-1e-12) {        // limits so near to each other, or so far away, that all between them is alike
		x := min(max((low+high)/2, low), high)
		if math.IsInf(x, 0) {
			x = low
		}
		return x, 0
	}
	left, right := ratioA*z/(1-z), ratioB/(1-z)
	d := left - right
	spread := 1 - d*d
	if left > 0 {
		spread += a * left
	}
	if right > 0 {
		spread -= b * right
	}
	return m + sign*s*d, s * s * max(spread, 0)
}

// logPhi returns log Φ(x) and φ(x)/Φ(x), also at infinities.
func logPhi(x float64) (log, ratio float64) {
	switch {
	case math.IsInf(x, 1):
		return 0, 0
	case math.IsInf(x, -1):
		return math.Inf(-1), 0
	}
	log, ratio, _ = special.NormalRatios(x)
	return log, ratio
}
