package special

import (
	"math"
)

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
