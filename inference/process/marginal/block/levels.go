package block

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/categorical"
)

// Binary is the law of yes/no cells, 1 and 0, with θ ~ Beta(a, b). Statistics: the numbers of ones and of zeros.
type Binary struct {
	one, zero, both gammas
	empty           float64 // ln B(a, b)
}

// NewBinary returns the law with a, b > 0, worth a ones and b zeros.
func NewBinary(a, b float64) *Binary {
	l := &Binary{one: gammas{a: a}, zero: gammas{a: b}, both: gammas{a: a + b}}
	l.empty = l.one.at(0) + l.zero.at(0) - l.both.at(0)
	return l
}

// Width implements Law.
func (*Binary) Width() int { return 2 }

// Count implements Law.
func (*Binary) Count(s []float64) float64 { return s[0] + s[1] }

// Add implements Law.
func (*Binary) Add(s []float64, y, _ float64) { tally(s[:2], 1-y, 1) }

// Remove implements Law.
func (*Binary) Remove(s []float64, y, _ float64) { tally(s[:2], 1-y, -1) }

// Merge implements Law.
func (*Binary) Merge(s, t []float64) { merge(s, t) }

// Part implements Law.
func (*Binary) Part(s, t []float64) { part(s, t) }

// Log implements Law.
func (l *Binary) Log(s []float64) float64 {
	return l.one.at(s[0]) + l.zero.at(s[1]) - l.both.at(s[0]+s[1]) - l.empty
}

// LogTogether implements Law.
func (l *Binary) LogTogether(s, t []float64) float64 {
	sum := 0.0
	t = t[:len(s)]
	for k := 1; k < len(s); k += 2 {
		ones, zeros := s[k-1]+t[k-1], s[k]+t[k]
		sum += l.one.at(ones) + l.zero.at(zeros) - l.both.at(ones+zeros)
	}
	return sum - l.empty*float64(len(s)/2)
}

// LogNext implements Law.
func (l *Binary) LogNext(s []float64, y, _ float64) float64 {
	if math.IsNaN(y) {
		return 0
	}
	p := l.Mean(s)
	if y == 0 {
		p = (s[1] + l.zero.a) / (s[0] + s[1] + l.both.a)
	}
	return math.Log(p)
}

// Mean implements Law.
func (l *Binary) Mean(s []float64) float64 { return (s[0] + l.one.a) / (s[0] + s[1] + l.both.a) }

// Draw implements Law.
func (l *Binary) Draw(s []float64, _ float64, rng *rand.Rand) float64 {
	if rng.Float64() < l.Mean(s) {
		return 1
	}
	return 0
}

// Hyper implements Law: a and b.
func (l *Binary) Hyper() []float64 { return []float64{l.one.a, l.zero.a} }

// With implements Law.
func (*Binary) With(h []float64) Law { return NewBinary(h[0], h[1]) }

// Grid implements Law.
func (*Binary) Grid(int) []float64 { return logarithmic(0.02, 20) }

// Tabulated implements Law.
func (l *Binary) Tabulated(cells int) Law {
	return &Binary{l.one.tabulated(cells), l.zero.tabulated(cells), l.both.tabulated(cells), l.empty}
}

// Categories is the law of cells of some levels, with θ ~ Dir(a, …, a). Statistics: the number of cells of each level.
type Categories struct {
	levels    int
	each, all gammas
	empty     float64
}

// NewCategories returns the law of levels, one or more, with a > 0, worth a cells of each.
func NewCategories(levels int, a float64) *Categories {
	if levels < 1 {
		panic("block: a category has a level")
	}
	l := &Categories{levels: levels, each: gammas{a: a}, all: gammas{a: a * float64(levels)}}
	l.empty = float64(levels)*l.each.at(0) - l.all.at(0)
	return l
}

// Width implements Law.
func (l *Categories) Width() int { return l.levels }

// Count implements Law.
func (l *Categories) Count(s []float64) float64 {
	sum := 0.0
	for _, n := range s[:l.levels] {
		sum += n
	}
	return sum
}

// Add implements Law.
func (l *Categories) Add(s []float64, y, _ float64) { tally(s[:l.levels], y, 1) }

// Remove implements Law.
func (l *Categories) Remove(s []float64, y, _ float64) { tally(s[:l.levels], y, -1) }

// tally adds to the number of cells of a level.
func tally(s []float64, y, add float64) {
	if math.IsNaN(y) {
		return
	}
	k := int(y)
	if float64(k) != y || k < 0 || k >= len(s) {
		panic(fmt.Sprintf("block: a cell of %d levels is %v", len(s), y))
	}
	s[k] += add
}

// Merge implements Law.
func (*Categories) Merge(s, t []float64) { merge(s, t) }

// Part implements Law.
func (*Categories) Part(s, t []float64) { part(s, t) }

// Log implements Law.
func (l *Categories) Log(s []float64) float64 {
	n, sum := 0.0, 0.0
	for _, v := range s[:l.levels] {
		sum += l.each.at(v)
		n += v
	}
	return sum - l.all.at(n) - l.empty
}

// LogTogether implements Law.
func (l *Categories) LogTogether(s, t []float64) float64 {
	sum := 0.0
	for from := 0; from < len(s); from += l.levels {
		n := 0.0
		for k := from; k < from+l.levels; k++ {
			v := s[k] + t[k]
			sum += l.each.at(v)
			n += v
		}
		sum -= l.all.at(n) + l.empty
	}
	return sum
}

// LogNext implements Law.
func (l *Categories) LogNext(s []float64, y, _ float64) float64 {
	if math.IsNaN(y) {
		return 0
	}
	return math.Log((s[int(y)] + l.each.a) / (l.Count(s) + l.all.a))
}

// Mean implements Law: the mean index of the level.
func (l *Categories) Mean(s []float64) float64 {
	sum := 0.0
	for k, n := range s[:l.levels] {
		sum += float64(k) * (n + l.each.a)
	}
	return sum / (l.Count(s) + l.all.a)
}

// Draw implements Law.
func (l *Categories) Draw(s []float64, _ float64, rng *rand.Rand) float64 {
	weights := make([]float64, l.levels)
	for k, n := range s[:l.levels] {
		weights[k] = n + l.each.a
	}
	return float64(categorical.Draw(weights, rng))
}

// Hyper implements Law: a.
func (l *Categories) Hyper() []float64 { return []float64{l.each.a} }

// With implements Law.
func (l *Categories) With(h []float64) Law { return NewCategories(l.levels, h[0]) }

// Grid implements Law.
func (*Categories) Grid(int) []float64 { return logarithmic(0.02, 20) }

// Tabulated implements Law.
func (l *Categories) Tabulated(cells int) Law {
	return &Categories{l.levels, l.each.tabulated(cells), l.all.tabulated(cells), l.empty}
}
