package block

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/stat/distuv"
)

// Counts is the law of counts, Poisson with the rate λ times the exposure of the cell. λ ~ Ga(a, b) has the mean
// ratio·typical, so that a block of few cells expects rates as the table has them. Statistics: the cells; the sum of
// their counts; the sum of exposures, twice; the sum of y ln e − ln y!, twice.
type Counts struct {
	shape   gammas
	ratio   float64 // of the mean of λ to the typical rate
	typical float64
	rate    float64 // b
	empty   float64 // a ln b − lnΓ(a)
}

// NewCounts returns the law with the shape a > 0 and the mean rate a/b = ratio·typical, both above 0.
func NewCounts(a, ratio, typical float64) *Counts {
	l := &Counts{shape: gammas{a: a}, ratio: ratio, typical: typical, rate: a / (ratio * typical)}
	l.empty = a*math.Log(l.rate) - l.shape.at(0)
	return l
}

const countsWidth = 6

// Width implements Law.
func (*Counts) Width() int { return countsWidth }

// Count implements Law.
func (*Counts) Count(s []float64) float64 { return s[0] }

// Add implements Law.
func (*Counts) Add(s []float64, y, exposure float64) {
	if math.IsNaN(y) {
		return
	}
	s[0]++
	s[1] += y
	gain(&s[2], &s[3], exposure)
	gain(&s[4], &s[5], constantOf(y, exposure))
}

// Remove implements Law.
func (*Counts) Remove(s []float64, y, exposure float64) {
	if math.IsNaN(y) {
		return
	}
	s[0]--
	s[1] -= y
	gain(&s[2], &s[3], -exposure)
	gain(&s[4], &s[5], -constantOf(y, exposure))
}

// constantOf returns the terms of the log Poisson probability that do not depend on the rate.
func constantOf(y, exposure float64) float64 {
	log := -special.LogGamma(y + 1)
	if exposure != 1 {
		log += y * math.Log(exposure)
	}
	return log
}

// Merge implements Law.
func (*Counts) Merge(s, t []float64) {
	for k := 0; k+countsWidth <= len(s); k += countsWidth {
		a, b := s[k:k+countsWidth], t[k:k+countsWidth]
		a[0] += b[0]
		a[1] += b[1]
		join(a[2:4], b[2:4], 1)
		join(a[4:6], b[4:6], 1)
	}
}

// Part implements Law.
func (*Counts) Part(s, t []float64) {
	for k := 0; k+countsWidth <= len(s); k += countsWidth {
		a, b := s[k:k+countsWidth], t[k:k+countsWidth]
		a[0] -= b[0]
		a[1] -= b[1]
		join(a[2:4], b[2:4], -1)
		join(a[4:6], b[4:6], -1)
	}
}

// Log implements Law.
func (l *Counts) Log(s []float64) float64 {
	return l.empty + l.shape.at(s[1]) - (l.shape.a+s[1])*math.Log(l.rate+s[2]) + s[4]
}

// LogTogether implements Law.
func (l *Counts) LogTogether(s, t []float64) float64 {
	sum, blocks := 0.0, 0
	for k := 0; k+countsWidth <= len(s); k += countsWidth {
		a, b := s[k:k+countsWidth:k+countsWidth], t[k:k+countsWidth:k+countsWidth]
		y := a[1] + b[1]
		sum += l.shape.at(y) - (l.shape.a+y)*math.Log(l.rate+a[2]+b[2]) + a[4] + b[4]
		blocks++
	}
	return sum + float64(blocks)*l.empty
}

// LogNext implements Law: a negative binomial probability.
func (l *Counts) LogNext(s []float64, y, exposure float64) float64 {
	if math.IsNaN(y) {
		return 0
	}
	a, b := l.shape.a+s[1], l.rate+s[2]
	log := special.LogGamma(a+y) - special.LogGamma(a) - special.LogGamma(y+1) - a*math.Log1p(exposure/b)
	if y > 0 {
		log -= y * math.Log1p(b/exposure)
	}
	return log
}

// Mean implements Law.
func (l *Counts) Mean(s []float64) float64 { return (l.shape.a + s[1]) / (l.rate + s[2]) }

// Draw implements Law.
func (l *Counts) Draw(s []float64, exposure float64, rng *rand.Rand) float64 {
	rate := exposure * special.GammaDraw(rng, l.shape.a+s[1]) / (l.rate + s[2])
	return distuv.Poisson{Lambda: rate, Src: rng}.Rand()
}

// Hyper implements Law: the shape and the mean rate, as a ratio to the typical rate.
func (l *Counts) Hyper() []float64 { return []float64{l.shape.a, l.ratio} }

// With implements Law.
func (l *Counts) With(h []float64) Law { return NewCounts(h[0], h[1], l.typical) }

// Grid implements Law.
func (*Counts) Grid(h int) []float64 {
	if h == 0 {
		return logarithmic(0.05, 50)
	}
	return logarithmic(0.1, 10)
}

// Tabulated implements Law.
func (l *Counts) Tabulated(cells int) Law {
	t := *l
	t.shape = l.shape.tabulated(max(cells, mostTable))
	return &t
}
