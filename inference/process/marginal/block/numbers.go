package block

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// Numbers is the law of numbers that are normal with precision τ ~ Ga(a, b) and mean μ ~ N(m, 1/(κτ)). Statistics: the
// cells; the sum of x − m, twice; the sum of (x−m)², twice.
type Numbers struct {
	m, kappa, a, b float64
	counted        []float64 // terms of the log marginal besides −a_n ln b_n, by the number of cells
}

// NewNumbers returns the law around the mean m, with κ, a and b above 0.
func NewNumbers(m, kappa, a, b float64) *Numbers { return &Numbers{m: m, kappa: kappa, a: a, b: b} }

const numbersWidth = 5

// Width implements Law.
func (*Numbers) Width() int { return numbersWidth }

// Count implements Law.
func (*Numbers) Count(s []float64) float64 { return s[0] }

// Add implements Law.
func (l *Numbers) Add(s []float64, y, _ float64) {
	if math.IsNaN(y) {
		return
	}
	x := y - l.m
	s[0]++
	gain(&s[1], &s[2], x)
	gain(&s[3], &s[4], float64(x*x))
}

// Remove implements Law.
func (l *Numbers) Remove(s []float64, y, _ float64) {
	if math.IsNaN(y) {
		return
	}
	x := y - l.m
	s[0]--
	gain(&s[1], &s[2], -x)
	gain(&s[3], &s[4], -float64(x*x))
}

// join adds sign times a sum of two parts to another one.
func join(s, t []float64, sign float64) {
	gain(&s[0], &s[1], sign*t[0])
	gain(&s[0], &s[1], sign*t[1])
}

// Merge implements Law.
func (*Numbers) Merge(s, t []float64) { mergeNumbers(s, t, 1) }

// Part implements Law.
func (*Numbers) Part(s, t []float64) { mergeNumbers(s, t, -1) }

func mergeNumbers(s, t []float64, sign float64) {
	for k := 0; k+numbersWidth <= len(s); k += numbersWidth {
		a, b := s[k:k+numbersWidth], t[k:k+numbersWidth]
		a[0] += sign * b[0]
		join(a[1:3], b[1:3], sign)
		join(a[3:5], b[3:5], sign)
	}
}

// beside returns the terms of the log marginal of n cells besides −a_n ln b_n.
func (l *Numbers) beside(n float64) float64 {
	if i := int(n); i < len(l.counted) {
		return l.counted[i]
	}
	return l.constant(n)
}

func (l *Numbers) constant(n float64) float64 {
	return special.LogGamma(l.a+n/2) - special.LogGamma(l.a) + l.a*math.Log(l.b) + math.Log(l.kappa/(l.kappa+n))/2 -
		n/2*math.Log(2*math.Pi)
}

// posterior is b_n.
func (l *Numbers) posterior(n, sum, squares float64) float64 {
	return l.b + max(0, squares-float64(sum*sum)/(l.kappa+n))/2
}

// Log implements Law.
func (l *Numbers) Log(s []float64) float64 {
	return l.beside(s[0]) - (l.a+s[0]/2)*math.Log(l.posterior(s[0], s[1], s[3]))
}

// LogTogether implements Law.
func (l *Numbers) LogTogether(s, t []float64) float64 {
	sum := 0.0
	for k := 0; k+numbersWidth <= len(s); k += numbersWidth {
		a, b := s[k:k+numbersWidth:k+numbersWidth], t[k:k+numbersWidth:k+numbersWidth]
		n := a[0] + b[0]
		sum += l.beside(n) - (l.a+n/2)*math.Log(l.posterior(n, a[1]+b[1], a[3]+b[3]))
	}
	return sum
}

// LogNext implements Law: the density of Student's t.
func (l *Numbers) LogNext(s []float64, y, _ float64) float64 {
	if math.IsNaN(y) {
		return 0
	}
	n := s[0]
	k, shape := l.kappa+n, l.a+n/2
	e := y - l.Mean(s)
	r := k / (2 * (k + 1) * l.posterior(n, s[1], s[3]))
	return special.LogGamma(shape+0.5) - special.LogGamma(shape) + math.Log(r/math.Pi)/2 - (shape+0.5)*math.Log1p(e*e*r)
}

// Mean implements Law.
func (l *Numbers) Mean(s []float64) float64 { return l.m + s[1]/(l.kappa+s[0]) }

// Draw implements Law.
func (l *Numbers) Draw(s []float64, _ float64, rng *rand.Rand) float64 {
	n := s[0]
	tau := special.GammaDraw(rng, l.a+n/2) / l.posterior(n, s[1], s[3])
	return l.Mean(s) + rng.NormFloat64()*math.Sqrt((1+1/(l.kappa+n))/tau)
}

// Hyper implements Law: κ, a and b/a, the variance within a block.
func (l *Numbers) Hyper() []float64 { return []float64{l.kappa, l.a, l.b / l.a} }

// With implements Law.
func (l *Numbers) With(h []float64) Law { return NewNumbers(l.m, h[0], h[1], h[1]*h[2]) }

// Grid implements Law. Cells are about 1 in size, and a shape above 10 says that all variances are equal.
func (*Numbers) Grid(h int) []float64 {
	switch h {
	case 0:
		return logarithmic(0.01, 10)
	case 1:
		return logarithmic(0.5, 10)
	}
	return logarithmic(0.01, 3)
}

// Tabulated implements Law.
func (l *Numbers) Tabulated(cells int) Law {
	t := *l
	t.counted = make([]float64, min(cells+1, mostTable))
	for n := range t.counted {
		t.counted[n] = l.constant(float64(n))
	}
	return &t
}

// DrawParameters draws the mean and the variance of a block given its cells.
func (l *Numbers) DrawParameters(s []float64, rng *rand.Rand) (mean, variance float64) {
	n := s[0]
	variance = l.posterior(n, s[1], s[3]) / special.GammaDraw(rng, l.a+n/2)
	return l.Mean(s) + rng.NormFloat64()*math.Sqrt(variance/(l.kappa+n)), variance
}
