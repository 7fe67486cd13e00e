package unrelated

import (
	"math"
	"math/rand/v2"
)

// A Line is a density on an interval of the line, exponential between knots.
type Line struct {
	x, f, mass []float64
	top, total float64
}

// NewLine returns one that follows the log density f between low and high: it has knots a step apart, and others
// between those, where the density is not small and f is not straight.
func NewLine(low, high, step float64, f func(float64) float64) *Line {
	l := &Line{top: math.Inf(-1)}
	n := max(int(math.Ceil((high-low)/step)), 1)
	first := make([]float64, n+1)
	for i := range first {
		first[i] = f(low + (high-low)*float64(i)/float64(n))
		l.top = max(l.top, first[i])
	}
	add := func(x, v float64) { l.x, l.f = append(l.x, x), append(l.f, v) }
	var between func(a, at, b, to float64, depth int)
	between = func(a, at, b, to float64, depth int) {
		const small, straight, deepest = 15, 0.1, 12
		middle := (a + b) / 2
		here := f(middle)
		if l.top = max(l.top, here); depth < deepest && max(at, here, to) > l.top-small &&
			!(math.Abs(here-(at+to)/2) <= straight) {
			between(a, at, middle, here, depth+1)
			add(middle, here)
			between(middle, here, b, to, depth+1)
		}
	}
	add(low, first[0])
	for i, v := range first[1:] {
		x := low + (high-low)*float64(i+1)/float64(n)
		between(l.x[len(l.x)-1], l.f[len(l.f)-1], x, v, 0)
		add(x, v)
	}
	l.mass = make([]float64, len(l.x))
	for i := range l.f {
		if !(l.f[i] > l.top-600) { // impossible to rounding, or NaN
			l.f[i] = l.top - 600
		}
		if i > 0 {
			l.mass[i] = (l.x[i] - l.x[i-1]) * math.Exp(l.f[i-1]-l.top) * growth(l.f[i]-l.f[i-1])
			l.total += l.mass[i]
		}
	}
	return l
}

// growth returns the mean of eᵗ over t from 0 to d.
func growth(d float64) float64 {
	if math.Abs(d) < 1e-6 {
		return 1 + d/2
	}
	return math.Expm1(d) / d
}

// LogTotal returns the log of the integral of the density before it is made one.
func (l *Line) LogTotal() float64 { return l.top + math.Log(l.total) }

// Draw draws from it.
func (l *Line) Draw(rng *rand.Rand) float64 {
	u, k := rng.Float64()*l.total, 1
	for ; k < len(l.x)-1 && u >= l.mass[k]; k++ {
		u -= l.mass[k]
	}
	share, d := rng.Float64(), l.f[k]-l.f[k-1]
	if math.Abs(d) >= 1e-6 {
		share = math.Log1p(share*math.Expm1(d)) / d
	}
	return l.x[k-1] + share*(l.x[k]-l.x[k-1])
}

// LogDensity returns the log density of Draw at x.
func (l *Line) LogDensity(x float64) float64 {
	last := len(l.x) - 1
	if !(x >= l.x[0] && x <= l.x[last]) {
		return math.Inf(-1)
	}
	k := 1
	for k < last && x > l.x[k] {
		k++
	}
	return l.f[k-1] + (x-l.x[k-1])/(l.x[k]-l.x[k-1])*(l.f[k]-l.f[k-1]) - l.LogTotal()
}
