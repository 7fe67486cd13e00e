package linesearch

import "math"

// Of [Near]: the first step along the logarithm, how far from the last three points a further one may lie, as a
// multiple of their span, and how many there are at most.
const (
	nearFirst = 0.05
	nearReach = 2.0
	nearMost  = 8
)

// Near returns the best point of f on [low, high], all above 0, and its value, where start, whose value is given, is
// close to a maximum: it puts parabolas of the logarithm through three points until the next one promises less than
// `enough`, usually in four evaluations. It reports whether that went well; if not, the maximum may be elsewhere, and
// the point returned is the best one met.
func Near(low, high, start, value, enough float64, f func(float64) float64) (at, best float64, found bool) {
	type point struct{ x, y float64 }
	from, to := math.Log(low), math.Log(high)
	at, best = start, value
	meet := func(x float64) point {
		p := math.Exp(x)
		y := f(p)
		if y > best {
			at, best = p, y
		}
		return point{x, y}
	}
	centre := math.Log(start)
	if !(centre-nearFirst > from && centre+nearFirst < to) {
		return at, best, false
	}
	a, b, c := meet(centre-nearFirst), point{centre, value}, meet(centre+nearFirst)
	for range nearMost {
		left, right := (b.y-a.y)/(b.x-a.x), (c.y-b.y)/(c.x-b.x)
		bend := (right - left) / (c.x - a.x) // half the second derivative
		if !(bend < 0) {
			return at, best, false
		}
		// The parabola is b.y + slope·(x−b.x) + bend·(x−b.x)².
		slope := left + bend*(b.x-a.x)
		next := b.x - slope/(2*bend)
		if !(next > from && next < to) || math.Abs(next-b.x) > nearReach*(c.x-a.x) {
			return at, best, false
		}
		if b.y-slope*slope/(4*bend)-best < enough {
			return at, best, true
		}
		p := meet(next)
		// Of the four the three around the best one stay.
		switch {
		case p.x < a.x:
			a, b, c = p, a, b
		case p.x > c.x:
			a, b, c = b, c, p
		case p.x == a.x || p.x == b.x || p.x == c.x:
			return at, best, false
		case p.x < b.x && p.y > b.y:
			b, c = p, b
		case p.x < b.x:
			a = p
		case p.y > b.y:
			a, b = b, p
		default:
			c = p
		}
	}
	return at, best, false
}
