package linesearch

import "math"

const (
	gridPoints   = 8
	newtonSteps  = 12
	newtonEnough = 1e-7 // predicted gain of a further step, in nats
	nearStep     = 0.3  // share of the way to an end of the interval that a near step may go
)

// Ascend returns the best time remaining that it finds on [low, high], and its gain over start; it
// is never worse than start. The curve is an objective up to a constant, with its first two derivatives in ℓ = −log of
// the time remaining. If the curve at start looks like that of a maximum close by, Newton's
// method runs from there and takes one to three evaluations. Otherwise, or if global is set, it
// runs from the best point of a grid, inside the interval that the grid brackets.
func Ascend(at func(rem float64) (value, slope, bend float64), low, high, start float64, global bool) (rem,
	gain float64) {
	if !(high > low) {
		return start, 0
	}
	from, to := -math.Log(high), -math.Log(low)
	x := -math.Log(start)
	value, slope, bend := at(start)
	best, now := start, value
	a, b := from, to
	near := bend < 0 && x > from && x < to
	if near {
		step := -slope / bend
		room := to - x
		if step < 0 {
			room = x - from
		}
		near = math.Abs(step) < nearStep*room
	}
	if near && !global && slope*slope < -2*newtonEnough*bend {
		return start, 0
	}
	if !near || global {
		logarithmic := low < 0.05*high
		point := func(i int) float64 {
			share := (float64(i) + 0.02) / (gridPoints - 1 + 0.04)
			if logarithmic {
				return from + (to-from)*share
			}
			return -math.Log(high + (low-high)*share)
		}
		top := -1
		for i := range gridPoints {
			y := point(i)
			if v, s, bd := at(math.Exp(-y)); v > value {
				x, value, slope, bend, top = y, v, s, bd, i
				best = math.Exp(-y)
			}
		}
		switch {
		case top > 0 && top < gridPoints-1:
			a, b = point(top-1), point(top+1)
		case top == 0:
			b = point(1)
		case top > 0:
			a = point(gridPoints - 2)
		default: // start is better than all points of the grid
			for i := range gridPoints {
				if y := point(i); y < x {
					a = math.Max(a, y)
				} else if y > x {
					b = math.Min(b, y)
				}
			}
		}
	}
	for range newtonSteps {
		if slope > 0 {
			a = x
		} else {
			b = x
		}
		next := x - slope/bend
		if !(bend < 0) || !(next > a && next < b) {
			next = (a + b) / 2
		} else if slope*slope < -2*newtonEnough*bend {
			break
		}
		if next == x || b-a < 1e-12 {
			break
		}
		x = next
		r := math.Min(math.Max(math.Exp(-x), low), high)
		var v float64
		if v, slope, bend = at(r); v > value {
			best, value = r, v
		}
	}
	return best, value - now
}
