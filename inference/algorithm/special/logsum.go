package special

import "math"

// A LogSum adds numbers given by their logarithms, without overflow.
type LogSum struct {
	Largest, scaled float64
	Any             bool
}

func (l *LogSum) Add(x float64) {
	switch {
	case math.IsInf(x, -1):
	case !l.Any:
		l.Largest, l.scaled, l.Any = x, 1, true
	case x <= l.Largest:
		l.scaled += math.Exp(x - l.Largest)
	default:
		l.scaled = l.scaled*math.Exp(l.Largest-x) + 1
		l.Largest = x
	}
}

// Quickly is add to 1e-7.
func (l *LogSum) Quickly(x float64) {
	switch {
	case math.IsInf(x, -1):
	case !l.Any:
		l.Largest, l.scaled, l.Any = x, 1, true
	case x <= l.Largest:
		l.scaled += QuickExp(x - l.Largest)
	default:
		l.scaled = l.scaled*QuickExp(l.Largest-x) + 1
		l.Largest = x
	}
}

func (l *LogSum) Value() float64 {
	if !l.Any {
		return math.Inf(-1)
	}
	return l.Largest + math.Log(l.scaled)
}

// SumLogs returns the log of the sum of the numbers whose logs are given, −Inf for none.
func SumLogs(x []float64) float64 {
	most, sum := scaledSum(x)
	return most + math.Log(sum)
}

// MeanLogs returns the log of the mean of the numbers whose logs are given, −Inf for none.
func MeanLogs(x []float64) float64 {
	most, sum := scaledSum(x)
	return most + math.Log(sum/float64(max(1, len(x))))
}

// scaledSum returns the largest log, and the sum of the numbers divided by the largest. Terms that do not change the
// sum cost no exponential.
func scaledSum(x []float64) (most, sum float64) {
	const negligible = 47 // e^-47 of the largest term
	most = math.Inf(-1)
	for _, v := range x {
		most = max(most, v)
	}
	if math.IsInf(most, -1) {
		return most, 1
	}
	for _, v := range x {
		if most-v < negligible {
			sum += math.Exp(v - most)
		}
	}
	return most, sum
}

// Cut cuts log weights of draws at their mean weight times the root of their number (Ionides 2008, Truncated importance
// sampling, Journal of Computational and Graphical Statistics 17).
func Cut(weights []float64) {
	var total LogSum
	for _, w := range weights {
		total.Add(w)
	}
	n := math.Log(float64(len(weights)))
	most := total.Value() - n + n/2
	for k, w := range weights {
		weights[k] = min(w, most)
	}
}
