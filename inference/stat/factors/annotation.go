package factors

import (
	"math"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/dates"
	"example.org/espalier/inference/stat/association"

	"gonum.org/v1/gonum/mat"
)

// An Association is the association of the activity of a factor with an annotation of the cases.
type Association struct {
	association.Result
	Adjusted float64 // the P of the Result, adjusted for one test for each factor
	Numeric  bool    // by Spearman's ρ; otherwise by groups after Kruskal and Wallis
}

// Associations tests each factor of a summary for an association of its mean activities with an
// annotation of the rows. It compares groups, or ranks if the annotation is numeric and has too
// many levels for groups. It is nil if rows are not the cases. It takes O(K N log N).
func Associations(s *Summary, a inference.Annotation) []Association {
	if s.Count() == 0 || s.Factors.Side != inference.OnColumns {
		return nil
	}
	cases, k := s.Factors.Activities.Dims()
	if len(a.Codes) != cases {
		return nil
	}
	return Test(k, func(j int) []float64 { return mat.Col(nil, j, s.Factors.Activities) }, a)
}

// Test tests each of k columns of numbers, one for each row, for an association with an annotation of the rows, as
// Associations does with activities. It takes O(k N log N).
func Test(k int, column func(j int) []float64, a inference.Annotation) []Association {
	numbers := NumbersOf(a)
	out, p := make([]Association, k), make([]float64, k)
	for j := range out {
		x := column(j)
		if numbers != nil {
			out[j] = Association{Result: association.Spearman(numbers, x), Numeric: true}
		} else {
			out[j] = Association{Result: association.KruskalWallis(x, a.Codes)}
		}
		p[j] = out[j].P
	}
	for j, q := range association.Adjust(p) {
		out[j].Adjusted = q
	}
	return out
}

// mostNumberGroups is the greatest number of numeric levels that count as names of groups, such as
// digits or batches.
const mostNumberGroups = 10

// Dated reports whether an annotation is one of dates, which NumbersOf counts in days; see package dates.
func Dated(a inference.Annotation) bool {
	return !a.Numeric && len(a.Levels) > mostNumberGroups && dates.Of(a.Values) != nil
}

// NumbersOf returns the values of an annotation that is a measurement: numeric or dates, with more levels
// than there are digits. A missing value is NaN. It is nil for other annotations.
func NumbersOf(a inference.Annotation) []float64 {
	if len(a.Levels) <= mostNumberGroups {
		return nil
	}
	if !a.Numeric {
		return dates.Of(a.Values)
	}
	out := make([]float64, len(a.Values))
	for i, v := range a.Values {
		out[i] = math.NaN()
		if x, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil {
			out[i] = x
		}
	}
	return out
}
