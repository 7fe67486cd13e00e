package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

// A logSum adds numbers given by their logarithms, without overflow.
type logSum struct {
	largest, scaled float64
	any             bool
}

func (l *logSum) add(x float64) {
	switch {
	case math.IsInf(x, -1):
	case !l.any:
		l.largest, l.scaled, l.any = x, 1, true
	case x <= l.largest:
		l.scaled += math.Exp(x - l.largest)
	default:
		l.scaled = l.scaled*math.Exp(l.largest-x) + 1
		l.largest = x
	}
}

// quickly is add to 1e-7.
func (l *logSum) quickly(x float64) {
	switch {
	case math.IsInf(x, -1):
	case !l.any:
		l.largest, l.scaled, l.any = x, 1, true
	case x <= l.largest:
		l.scaled += special.QuickExp(x - l.largest)
	default:
		l.scaled = l.scaled*special.QuickExp(l.largest-x) + 1
		l.largest = x
	}
}

func (l *logSum) value() float64 {
	if !l.any {
		return math.Inf(-1)
	}
	return l.largest + math.Log(l.scaled)
}
