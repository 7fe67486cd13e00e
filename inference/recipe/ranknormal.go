package recipe

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// byColumn are steps that learn of each column by itself. Their argument names columns; none are all.
type byColumn struct {
	said  string
	names []string
	// learn returns the function of a column from its observed values, at least one.
	learn func(values []float64) func(x float64) float64
}

func byColumnOf(said string, learn func(values []float64) func(x float64) float64) func(string) (work, error) {
	return func(text string) (work, error) { return byColumn{said, namesIn(text), learn}, nil }
}

func (w byColumn) argument() string { return Names(w.names...) }

func (w byColumn) words() string {
	if len(w.names) > 0 {
		return w.said + " of " + strings.Join(w.names, ", ")
	}
	return w.said
}

func (w byColumn) fit(t Table) (Table, learnt, error) {
	chosen, err := t.chosen(w.names)
	if err != nil {
		return t, nil, err
	}
	f := make(functions, len(chosen))
	for j, is := range chosen {
		if values := observed(mat.Col(nil, j, t.X)); is && len(values) > 0 {
			f[j] = w.learn(values)
		}
	}
	out, err := f.apply(t)
	return out, f, err
}

// functions has one for each column, nil for those that stay.
type functions []func(x float64) float64

func (f functions) apply(t Table) (Table, error) {
	return t.each(func(j int, x float64) (float64, error) {
		if f[j] == nil {
			return x, nil
		}
		return f[j](x), nil
	})
}

func observed(values []float64) []float64 { return slices.DeleteFunc(values, math.IsNaN) }

var rankNormalKind = Kind{
	Name: "rank-normal", Title: "Ranks as of a normal distribution", Example: "rank-normal",
	Tip: "Replaces the values of each column by what a normal distribution has at their ranks (Blom 1958). Nothing is left of their distances.",
	make: byColumnOf("ranks as of a normal distribution", func(values []float64) func(float64) float64 {
		slices.Sort(values)
		n := float64(len(values))
		return func(x float64) float64 { return distuv.UnitNormal.Quantile((midRank(values, x) - 3.0/8) / (n + 1.0/4)) }
	}),
}

// midRank returns the mean rank of x among sorted values, of one that is not among them the place between its
// neighbours.
func midRank(sorted []float64, x float64) float64 {
	from := sort.SearchFloat64s(sorted, x)
	to := from + sort.Search(len(sorted)-from, func(k int) bool { return sorted[from+k] > x })
	if from < to {
		return float64(from+to+1) / 2
	}
	return min(max(float64(from)+0.5, 1), float64(len(sorted)))
}

var yeoJohnsonKind = Kind{
	Name: "yeo-johnson", Title: "Yeo-Johnson", Example: "yeo-johnson",
	Tip: "Makes each column as like a normal distribution as a power can, of values above and below 0; the power has the greatest likelihood (Yeo and Johnson 2000).",
	make: byColumnOf("Yeo-Johnson", func(values []float64) func(float64) float64 {
		lambda := lambdaOf(values)
		return func(x float64) float64 { return yeoJohnson(x, lambda) }
	}),
}

// yeoJohnson is the transformation of equation 2.1 of Yeo and Johnson (2000).
func yeoJohnson(x, lambda float64) float64 {
	if x < 0 {
		return -yeoJohnson(-x, 2-lambda)
	}
	if math.Abs(lambda) < 1e-12 {
		return math.Log1p(x)
	}
	return math.Expm1(lambda*math.Log1p(x)) / lambda
}

// greatestLambda bounds the power, which otherwise runs away for columns of two values.
const greatestLambda = 5

// lambdaOf returns the power of greatest likelihood between −5 and 5, by golden sections; 1, which changes nothing, for
// a constant column.
func lambdaOf(values []float64) float64 {
	if slices.Min(values) == slices.Max(values) {
		return 1
	}
	logs := 0.0
	for _, x := range values {
		logs += math.Copysign(math.Log1p(math.Abs(x)), x)
	}
	n := float64(len(values))
	moved := make([]float64, len(values))
	likelihood := func(lambda float64) float64 {
		for i, x := range values {
			moved[i] = yeoJohnson(x, lambda)
		}
		d := deviationOf(moved)
		if l := -n/2*math.Log(d*d*(n-1)/n) + (lambda-1)*logs; !math.IsNaN(l) && !math.IsInf(d, 0) && d > 0 {
			return l
		}
		return math.Inf(-1)
	}
	golden := (math.Sqrt(5) - 1) / 2
	low, high := -float64(greatestLambda), float64(greatestLambda)
	a, b := high-golden*(high-low), low+golden*(high-low)
	fa, fb := likelihood(a), likelihood(b)
	for high-low > 1e-8 {
		if fa >= fb {
			high, b, fb = b, a, fa
			a = high - golden*(high-low)
			fa = likelihood(a)
		} else {
			low, a, fa = a, b, fb
			b = low + golden*(high-low)
			fb = likelihood(b)
		}
	}
	return (low + high) / 2
}

var imputeKind = Kind{
	Name: "impute", Title: "Fill missing cells", Example: "impute:median", Takes: OneChoice,
	Tip: "Fills missing cells, for models that need every cell. Most models here integrate them out, which is better.",
	Choices: []Choice{{"median", "with the median", "Of the column."}, {"mean", "with the mean", "Of the column."},
		{"minimum", "with the minimum", "Of the column: usual where values are missing because they are low."},
		{"zero", "with 0", ""}},
	make: func(text string) (work, error) {
		text = strings.TrimSpace(text)
		if _, is := fillings[text]; !is {
			return nil, fmt.Errorf("write impute:median, impute:mean, impute:minimum or impute:zero, not %q", text)
		}
		return filled(text), nil
	},
}

// fillings maps names to functions that return the filling of a column's missing cells.
var fillings = map[string]func(values []float64) float64{
	"median":  middle,
	"mean":    meanOf,
	"minimum": slices.Min[[]float64],
	"zero":    func([]float64) float64 { return 0 },
}

type filled string

func (w filled) argument() string { return string(w) }
func (w filled) words() string {
	if w == "zero" {
		return "missing cells filled with 0"
	}
	return "missing cells filled with the " + string(w) + " of their column"
}

func (w filled) fit(t Table) (Table, learnt, error) {
	_, d := t.X.Dims()
	with, cells := make(constants, d), 0
	for j := range d {
		column := mat.Col(nil, j, t.X)
		n := len(column)
		with[j] = math.NaN()
		if values := observed(column); len(values) > 0 {
			with[j] = fillings[string(w)](values)
			cells += n - len(values)
		}
	}
	out, err := with.apply(t)
	if cells > 0 {
		out = out.note("%d missing cells were filled; models take them for measured.", cells)
	}
	return out, with, err
}

// constants fill missing cells, one for each column.
type constants []float64

func (c constants) apply(t Table) (Table, error) {
	out := mat.DenseCopyOf(t.X)
	n, _ := out.Dims()
	for i := range n {
		row := out.RawRowView(i)
		for j, x := range row {
			if math.IsNaN(x) {
				row[j] = c[j]
			}
		}
	}
	return t.with(out), nil
}
