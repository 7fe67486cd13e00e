package recipe

import (
	"errors"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference/stat/quartile"
)

var quantileKind = Kind{
	Name: "quantile", Title: "Quantile normalisation", Example: "quantile", Rows: true, Sided: true,
	Tip: "Gives all samples the same distribution: the mean of their sorted values (Bolstad and others 2003). Usual for arrays.",
	make: func(text string) (work, error) {
		if text != "" {
			return nil, errNoArgument
		}
		return quantiles{}, nil
	},
}

type quantiles struct{}

func (quantiles) argument() string { return "" }
func (quantiles) words() string    { return "quantile normalised" }

// fit takes the mean of the sorted values of all rows. Rows with missing cells are interpolated to the full length, and
// ties share the value at their mean rank, as in limma's normalizeQuantiles.
func (quantiles) fit(t Table) (Table, learnt, error) {
	n, d := t.X.Dims()
	l := quantilesLearnt{mean: make([]float64, d)}
	counted := 0
	for i := range n {
		values := sortedRow(t, i)
		l.sorted = append(l.sorted, values)
		if len(values) == 0 {
			continue
		}
		counted++
		for k := range l.mean {
			l.mean[k] += quartile.At(values, float64(k)/float64(max(d-1, 1)))
		}
	}
	if counted == 0 {
		return t, nil, errors.New("every cell is missing")
	}
	for k := range l.mean {
		l.mean[k] /= float64(counted)
	}
	out, err := l.apply(t)
	return out, l, err
}

func sortedRow(t Table, i int) []float64 {
	values := observed(slices.Clone(t.X.RawRowView(i)))
	slices.Sort(values)
	return values
}

// quantilesLearnt knows the mean distribution, and the sorted values of the samples learnt from.
type quantilesLearnt struct {
	mean   []float64
	sorted [][]float64
}

func (l quantilesLearnt) apply(t Table) (Table, error) {
	n, _ := t.X.Dims()
	sorted := make([][]float64, n)
	for i := range sorted {
		sorted[i] = sortedRow(t, i)
	}
	return l.by(t, sorted), nil
}

func (l quantilesLearnt) same(t Table) (Table, error) { return l.by(t, l.sorted), nil }

// by gives each value that of the mean distribution at its rank among sorted values.
func (l quantilesLearnt) by(t Table, sorted [][]float64) Table {
	n, d := t.X.Dims()
	out := mat.NewDense(n, d, nil)
	for i := range n {
		to := out.RawRowView(i)
		for j, x := range t.X.RawRowView(i) {
			to[j] = math.NaN()
			if m := len(sorted[i]); !math.IsNaN(x) && m > 0 {
				to[j] = quartile.At(l.mean, (midRank(sorted[i], x)-1)/float64(max(m-1, 1)))
			}
		}
	}
	return t.with(out)
}

var centreRowsKind = Kind{
	Name: "centre-rows", Title: "Centre rows", Example: "centre-rows", Rows: true, Takes: OneChoice,
	Tip:     "Subtracts its mean, or its median, from each row: for arrays of two colours, and for the profiles of genes.",
	Choices: []Choice{{"", "by the mean", ""}, {"median", "by the median", ""}},
	make: func(text string) (work, error) {
		switch strings.TrimSpace(text) {
		case "", "mean":
			return centredRows{"", meanOf}, nil
		case "median":
			return centredRows{"median", middle}, nil
		}
		return nil, errors.New("write centre-rows or centre-rows:median")
	},
}

type centredRows struct {
	text string
	of   func([]float64) float64
}

func (w centredRows) argument() string { return w.text }
func (w centredRows) words() string {
	if w.text == "" {
		return "rows centred"
	}
	return "rows centred by their medians"
}

func (w centredRows) fit(t Table) (Table, learnt, error) {
	out, err := w.apply(t)
	return out, w, err
}

func (w centredRows) apply(t Table) (Table, error) {
	out := mat.DenseCopyOf(t.X)
	n, _ := out.Dims()
	for i := range n {
		row := out.RawRowView(i)
		centre := w.of(observed(slices.Clone(row)))
		for j := range row {
			row[j] -= centre
		}
	}
	return t.with(out), nil
}

var polishKind = Kind{
	Name: "median-polish", Title: "Median polish", Example: "median-polish", Rows: true,
	Tip: "Subtracts medians of rows and of columns by turns until little is left of them (Tukey 1977).",
	make: func(text string) (work, error) {
		if text != "" {
			return nil, errNoArgument
		}
		return polish{}, nil
	},
}

// polish stops after so many rounds, or if the sum of the sizes changes by less than a share.
type polish struct{}

const (
	polishRounds = 10
	polishChange = 0.01
)

func (polish) argument() string { return "" }
func (polish) words() string    { return "median polished" }

func (polish) fit(t Table) (Table, learnt, error) {
	z := mat.DenseCopyOf(t.X)
	n, d := z.Dims()
	columns := make([]float64, d) // subtracted from each column
	before := 0.0
	for range polishRounds {
		for i := range n {
			subtractMedian(z.RawRowView(i))
		}
		for j := range d {
			column := mat.Col(nil, j, z)
			if c := middle(observed(slices.Clone(column))); !math.IsNaN(c) {
				columns[j] += c
				for i := range column {
					z.Set(i, j, column[i]-c)
				}
			}
		}
		now := 0.0
		for _, x := range z.RawMatrix().Data {
			now += math.Abs(zeroed(x))
		}
		if now == 0 || math.Abs(now-before) < polishChange*now {
			break
		}
		before = now
	}
	return t.with(z), polished(columns), nil
}

func subtractMedian(row []float64) {
	c := middle(observed(slices.Clone(row)))
	for j := range row {
		row[j] -= c
	}
}

// polished subtracts the same of each column of new rows, and then the median of each.
type polished []float64

func (p polished) apply(t Table) (Table, error) {
	out, err := t.each(func(j int, x float64) (float64, error) { return x - p[j], nil })
	if err != nil {
		return t, err
	}
	n, _ := out.X.Dims()
	for i := range n {
		subtractMedian(out.X.RawRowView(i))
	}
	return out, nil
}
