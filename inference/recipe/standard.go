package recipe

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

var topColumnsKind = Kind{
	Name: "top-columns", Title: "Most variable columns", Takes: ANumber, Example: "top-columns:2000", turned: "top-rows",
	Tip:     "Keeps this many of the most variable columns.",
	Choices: []Choice{{"500", "500", ""}, {"2000", "2,000", ""}},
	make:    func(text string) (work, error) { return topOf(text, "column") },
}

var topRowsKind = Kind{
	Name: "top-rows", Title: "Most variable rows", Takes: ANumber, Example: "top-rows:500", turned: "top-columns",
	Tip:     "Keeps this many of the most variable rows. New rows are all kept.",
	Choices: []Choice{{"500", "500", ""}, {"2000", "2,000", ""}},
	make:    func(text string) (work, error) { return topOf(text, "row") },
}

type top struct {
	k    int
	what string
}

func topOf(text, what string) (work, error) {
	k, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || k < 1 {
		return nil, fmt.Errorf("write top-%ss:NUMBER with how many to keep, such as top-%ss:500", what, what)
	}
	return top{k, what}, nil
}

func (w top) argument() string { return strconv.Itoa(w.k) }
func (w top) words() string {
	if w.k == 1 {
		return "the most variable " + w.what
	}
	return fmt.Sprintf("%d most variable %ss", w.k, w.what)
}

func (w top) fit(t Table) (Table, learnt, error) {
	n, d := t.X.Dims()
	if w.what == "row" {
		places := mostVariable(n, w.k, func(i int) float64 { return deviationOf(t.X.RawRowView(i)) })
		return t.keep(places, nil), unchanged{}, nil
	}
	places := mostVariable(d, w.k, func(j int) float64 { return deviationOf(mat.Col(nil, j, t.X)) })
	return t.keep(nil, places), chosenColumns(places), nil
}

// chosenColumns keeps the same columns of new rows.
type chosenColumns []int

func (c chosenColumns) apply(t Table) (Table, error) { return t.keep(nil, c), nil }

// mostVariable returns the places, ascending, of the k greatest of n deviations; ties go to the first.
func mostVariable(n, k int, of func(int) float64) []int {
	all := upTo(n)
	if k >= n {
		return all
	}
	deviation := make([]float64, n)
	for i := range deviation {
		deviation[i] = of(i)
	}
	sort.SliceStable(all, func(a, b int) bool { return deviation[all[a]] > deviation[all[b]] })
	all = all[:k]
	slices.Sort(all)
	return all
}

// meanOf returns the mean of the observed values, NaN if there are none.
func meanOf(values []float64) float64 {
	n, sum := 0, 0.0
	for _, x := range values {
		if !math.IsNaN(x) {
			n++
			sum += x
		}
	}
	return sum / float64(n)
}

// deviationOf returns the standard deviation of the observed values, with divisor n−1; 0 for fewer than two.
func deviationOf(values []float64) float64 {
	mean, n, squares := meanOf(values), 0, 0.0
	for _, x := range values {
		if !math.IsNaN(x) {
			n++
			squares += (x - mean) * (x - mean)
		}
	}
	if n < 2 {
		return 0
	}
	return math.Sqrt(squares / float64(n-1))
}

var centreKind = Kind{
	Name: "centre", Title: "Centre columns", Example: "centre", Tip: "Subtracts its mean from each column.",
	make: standardOf(standard{name: "centre", said: "centred", centre: true}),
}

var scaleKind = Kind{
	Name: "scale", Title: "Scale columns", Example: "scale", Tip: "Divides each column by its standard deviation.",
	make: standardOf(standard{name: "scale", said: "scaled", scale: true}),
}

var scaleAllKind = Kind{
	Name: "scale-all", Title: "Scale the whole table", Example: "scale-all",
	Tip:  "Divides all columns by one factor, the root of their mean variance.",
	make: standardOf(standard{name: "scale-all", said: "scaled as a whole", scaleAll: true}),
}

type standard struct {
	name, said              string
	centre, scale, scaleAll bool
}

var errNoArgument = errors.New("it takes nothing after its name")

func standardOf(s standard) func(string) (work, error) {
	return func(text string) (work, error) {
		if text != "" {
			return nil, errNoArgument
		}
		return s, nil
	}
}

func (w standard) argument() string { return "" }
func (w standard) words() string    { return w.said }

func (w standard) fit(t Table) (Table, learnt, error) {
	_, d := t.X.Dims()
	l := linear{make([]float64, d), make([]float64, d)}
	total, counted := 0.0, 0
	for j := range d {
		l.divisor[j] = 1
		column := mat.Col(nil, j, t.X)
		mean, deviation := meanOf(column), deviationOf(column)
		if w.centre && !math.IsNaN(mean) {
			l.centre[j] = mean
		}
		if w.scale && deviation > 0 {
			l.divisor[j] = deviation
		}
		if !math.IsNaN(mean) && deviation > 0 {
			total += deviation * deviation
		}
		if !math.IsNaN(mean) {
			counted++
		}
	}
	if w.scaleAll && total > 0 {
		for j := range d {
			l.divisor[j] = math.Sqrt(total / float64(counted))
		}
	}
	out, err := l.apply(t)
	return out, l, err
}

// linear subtracts and divides by numbers of each column.
type linear struct{ centre, divisor []float64 }

func (l linear) apply(t Table) (Table, error) {
	return t.each(func(j int, x float64) (float64, error) { return (x - l.centre[j]) / l.divisor[j], nil })
}
