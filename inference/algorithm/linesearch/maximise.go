package linesearch

import "math"

// Maximise returns the best point of f on [low, high] that it finds and its value,
// never worse than the given start. It looks along the logarithm where the interval spans
// scales. A grid brackets, golden section refines: about 20 evaluations.
func Maximise(low, high, start, value float64, f func(float64) float64) (at, best float64) {
	at, best = start, value
	if !(high > low) {
		return at, best
	}
	logarithmic := low > 0 && low < 0.05*high
	from, to := low, high
	if logarithmic {
		from, to = math.Log(low), math.Log(high)
	}
	point := func(x float64) float64 {
		if logarithmic {
			return math.Min(math.Max(math.Exp(x), low), high)
		}
		return x
	}
	const grid = 8
	width := (to - from) / grid
	top, topValue := 0, math.Inf(-1)
	for i := range grid + 1 {
		x := from + (to-from)*(float64(i)/grid)
		if i == grid {
			x = to
		}
		if y := f(point(x)); y > topValue {
			top, topValue = i, y
		}
	}
	if topValue > best {
		at, best = point(from+width*float64(top)), topValue
	}
	centre := at
	if logarithmic {
		centre = math.Log(at)
	}
	a, b := math.Max(from, centre-width), math.Min(to, centre+width)
	const section = 0.3819660112501051 // 1 − golden
	x1, x2 := a+section*(b-a), b-section*(b-a)
	y1, y2 := f(point(x1)), f(point(x2))
	for b-a > 1e-3*(math.Abs(centre)+1e-3) && b-a > 1e-9*width {
		if y1 >= y2 {
			b, x2, y2 = x2, x1, y1
			x1 = a + section*(b-a)
			y1 = f(point(x1))
		} else {
			a, x1, y1 = x1, x2, y2
			x2 = b - section*(b-a)
			y2 = f(point(x2))
		}
	}
	if y1 > best {
		at, best = point(x1), y1
	}
	if y2 > best {
		at, best = point(x2), y2
	}
	return at, best
}
