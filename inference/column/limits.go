package column

import (
	"math"
	"strconv"
	"strings"
)

// An Interval holds the limits of a number that is not known exactly; one of them may be infinite.
type Interval struct{ Low, High float64 }

// Exact reports whether the number itself is known.
func (i Interval) Exact() bool { return i.Low == i.High }

// Stated returns the number that stands for the interval: its limit where one is finite, the middle of two, and NaN
// where none is.
func (i Interval) Stated() float64 {
	below, above := math.IsInf(i.Low, -1), math.IsInf(i.High, 1)
	switch {
	case below && above:
		return math.NaN()
	case below:
		return i.High
	case above:
		return i.Low
	}
	return i.Low + (i.High-i.Low)/2
}

// String writes it as people write limits: 1.5, <0.05, >30, 3–5.
func (i Interval) String() string {
	low, high := strconv.FormatFloat(i.Low, 'g', -1, 64), strconv.FormatFloat(i.High, 'g', -1, 64)
	switch {
	case i.Exact():
		return low
	case math.IsInf(i.Low, -1):
		return "<" + high
	case math.IsInf(i.High, 1):
		return ">" + low
	}
	return low + "–" + high
}

// Words writes the limits of a number: "<0.5" for one above it, ">3" for one below it, and for two the lower, the text
// to and the upper. The function number writes each.
func (i Interval) Words(to string, number func(x float64) string) string {
	switch {
	case math.IsInf(i.Low, -1):
		return "<" + number(i.High)
	case math.IsInf(i.High, 1):
		return ">" + number(i.Low)
	}
	return number(i.Low) + to + number(i.High)
}

// ParseInterval reads a number, a number below or above a limit, or a range: 1.5, <0.05, ≤ 2, >30, >=30, 3-5, 3–5.
// Limits are finite numbers with a decimal point.
func ParseInterval(text string) (Interval, bool) {
	text = strings.TrimSpace(text)
	for _, sign := range []string{"<=", "≤", "<"} {
		if rest, is := strings.CutPrefix(text, sign); is {
			x, ok := finite(rest)
			return Interval{math.Inf(-1), x}, ok
		}
	}
	for _, sign := range []string{">=", "≥", ">"} {
		if rest, is := strings.CutPrefix(text, sign); is {
			x, ok := finite(rest)
			return Interval{x, math.Inf(1)}, ok
		}
	}
	if x, ok := finite(text); ok {
		return Interval{x, x}, true
	}
	for _, dash := range []string{"–", "-"} {
		for at := 1; at < len(text); at++ {
			if !strings.HasPrefix(text[at:], dash) {
				continue
			}
			low, one := finite(text[:at])
			high, two := finite(text[at+len(dash):])
			if one && two && low <= high {
				return Interval{low, high}, true
			}
		}
	}
	return Interval{}, false
}

func finite(text string) (float64, bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return x, err == nil && !math.IsInf(x, 0) && !math.IsNaN(x)
}
