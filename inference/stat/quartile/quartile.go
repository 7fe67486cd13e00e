// Package quartile summarises numbers as box plots show them: quartiles, and whiskers of one and a half box lengths
// (Tukey, Exploratory Data Analysis, 1977).
package quartile

import (
	"math"
	"slices"
)

// At returns the p-quantile of sorted values, interpolated between neighbours (type 7 of Hyndman and Fan 1996, the one
// of R and of spreadsheets); NaN of none. p is from 0 to 1.
func At(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := p * float64(len(sorted)-1)
	k := int(at)
	if k+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[k] + (at-float64(k))*(sorted[k+1]-sorted[k])
}

// A Box is the summary of N numbers that a box plot shows; all but N is NaN where N is 0.
type Box struct {
	N                                       int
	Low, Quarter, Median, Threeq, High, Far float64 // whiskers, quartiles; Far is the greatest number
}

// Of summarises numbers; NaN is left out. The whiskers reach to the furthest numbers within 1.5 times the range between
// the quartiles.
func Of(values []float64) Box {
	v := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	if len(v) == 0 {
		nan := math.NaN()
		return Box{0, nan, nan, nan, nan, nan, nan}
	}
	slices.Sort(v)
	b := Box{N: len(v), Quarter: At(v, 0.25), Median: At(v, 0.5), Threeq: At(v, 0.75), Far: v[len(v)-1]}
	reach := 1.5 * (b.Threeq - b.Quarter)
	b.Low, b.High = b.Quarter, b.Threeq
	for _, x := range v {
		if x >= b.Quarter-reach {
			b.Low = min(b.Low, x)
		}
		if x <= b.Threeq+reach {
			b.High = max(b.High, x)
		}
	}
	return b
}
