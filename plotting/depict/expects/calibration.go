package expects

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/expected"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/subject"
)

// A Kind says how well the cells of one kind were expected, each left out in turn.
type Kind struct {
	Sort  column.Sort
	Cells int     // that are known
	Log   float64 // mean log probability of their values; of numbers the log density in working units
	Bins  []Bin   // of levels
	Held  float64 // share of counts and numbers in their intervals of 90 %; NaN for levels
}

// A Bin is levels of cells of similar probability.
type Bin struct {
	Levels                      int
	Predicted, Share, Low, High float64 // mean probability; how many were so, with a 95 % interval (Wilson 1927)
}

const (
	perBin   = 10
	mostBins = 10
	normal95 = 1.959963984540054
)

// Kinds returns how well cells were expected, by kind.
func Kinds(s *subject.Subject) (list []Kind) {
	all := expected.Of(s.Snapshot).List
	for _, sort := range []column.Sort{column.YesNo, column.Ordered, column.Category, column.Count, column.Number} {
		k := Kind{Sort: sort, Held: math.NaN()}
		var answers []board.Answer
		held := 0
		for _, one := range all {
			c := cellOf(s.Data, one)
			x := s.Data.X.At(c.Row, c.Column)
			of := c.kind.Sort
			if of.Real() {
				of = column.Number
			}
			if of != sort || math.IsNaN(x) {
				continue
			}
			k.Cells++
			k.Log += c.Log
			if x >= c.Low && x <= c.High {
				held++
			}
			for l, p := range c.Probabilities {
				if sort != column.YesNo || l == 1 { // no follows from yes
					answers = append(answers, board.Answer{P: p, Yes: l == int(x)})
				}
			}
		}
		if k.Cells == 0 {
			continue
		}
		if k.Log /= float64(k.Cells); answers == nil {
			k.Held = float64(held) / float64(k.Cells)
		}
		if len(answers) >= perBin {
			k.Bins = Binned(answers)
		}
		list = append(list, k)
	}
	return list
}

// Binned puts answers into bins of about equally many, ten or more, in the order of their probabilities.
func Binned(answers []board.Answer) (bins []Bin) {
	sorted := slices.Clone(answers)
	stable.Sort(sorted, func(a, b board.Answer) int { return cmp.Compare(a.P, b.P) })
	k := min(max(len(sorted)/perBin, 1), mostBins)
	for i := range k {
		part := sorted[i*len(sorted)/k : (i+1)*len(sorted)/k]
		b, n := Bin{Levels: len(part)}, float64(len(part))
		for _, a := range part {
			b.Predicted += a.P / n
			if a.Yes {
				b.Share += 1 / n
			}
		}
		const z = normal95
		middle, half := (b.Share+z*z/(2*n))/(1+z*z/n), z*math.Sqrt(b.Share*(1-b.Share)/n+z*z/(4*n*n))/(1+z*z/n)
		b.Low, b.High = max(middle-half, 0), min(middle+half, 1)
		bins = append(bins, b)
	}
	return bins
}

// Calibrated reports whether enough cells of levels are known for a picture.
func Calibrated(s *subject.Subject) bool {
	return Has(s) && slices.ContainsFunc(Kinds(s), func(k Kind) bool { return k.Bins != nil })
}

// Coverage says how many counts and numbers lie in their intervals; "" for none.
func Coverage(list []Kind) string {
	var parts []string
	for _, k := range list {
		if !math.IsNaN(k.Held) {
			parts = append(parts, plotting.FormatPercent(k.Held)+" of "+plotting.FormatCount(k.Cells)+" "+k.Sort.As(2))
		}
	}
	if parts == nil {
		return ""
	}
	return "intervals of 90 % hold " + strings.Join(parts, ", ")
}
