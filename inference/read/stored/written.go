package stored

import (
	"math"
	"strconv"
)

// written returns the values of an array as texts, "" where one is missing.
func written(a Array) ([]string, error) {
	n := length(a)
	if len(a.Shape()) > 1 {
		return nil, errKind
	}
	switch a.Kind() {
	case Text:
		return a.Texts(0, n)
	case Whole:
		x, err := a.Ints(0, n)
		out := make([]string, len(x))
		for i, v := range x {
			out[i] = strconv.FormatInt(v, 10)
		}
		return out, err
	case Real, Single, Truth:
		x, err := a.Floats(0, n)
		out := make([]string, len(x))
		for i, v := range x {
			switch {
			case a.Kind() == Truth:
				out[i] = strconv.FormatBool(v != 0)
			case math.IsNaN(v):
			case a.Kind() == Single:
				out[i] = strconv.FormatFloat(v, 'g', -1, 32)
			default:
				out[i] = strconv.FormatFloat(v, 'g', -1, 64)
			}
		}
		return out, err
	}
	return nil, errKind
}
