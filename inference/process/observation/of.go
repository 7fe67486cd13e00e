package observation

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

// makers make the columns of the sorts that are not numbers, in the order of [Sorts].
var makers = []struct {
	sort column.Sort
	make func(cells) (Column, error)
}{
	{column.YesNo, func(cells) (Column, error) { return YesNo{}, nil }},
	{column.Ordered, orderedOf},
	{column.Category, func(c cells) (Column, error) { return NewCategories(len(c.kind.Levels)), nil }},
	{column.Count, countsOf},
	{column.Censored, censoredOf},
	{column.Robust, func(c cells) (Column, error) { return NewRobust(c.values()), nil }},
}

// Sorts are the sorts of columns that there are beside numbers.
func Sorts() (sorts []column.Sort) {
	for _, m := range makers {
		sorts = append(sorts, m.sort)
	}
	return sorts
}

// ErrExposed says that new rows are not predicted where counts have exposures: those of new rows are unknown.
var ErrExposed = errors.New("rows with library sizes or exposures of their own are not predicted; hide cells instead of rows")

// cells are those of a column of a data set.
type cells struct {
	data   *inference.Dataset
	column int
	kind   column.Kind
	offset []float64 // logs of the exposures of the rows, nil where there are none
}

// values returns the cells, NaN where missing.
func (c cells) values() []float64 { return mat.Col(nil, c.column, c.data.X) }

// Of returns the columns of a data set, nil for each of numbers that are all known; nil altogether where every column
// is such. Cut points, rates and library sizes are estimated from the observed cells. The error names a column whose
// exposure is missing.
func Of(d *inference.Dataset) (columns []Column, err error) {
	if d.Kinds == nil {
		return nil, nil
	}
	offsets, err := Offsets(d)
	if err != nil {
		return nil, err
	}
	other := false
	columns = make([]Column, len(d.Kinds))
	for j, k := range d.Kinds {
		for _, m := range makers {
			if m.sort != k.Sort {
				continue
			}
			if columns[j], err = m.make(cells{d, j, k, offsets[j]}); err != nil {
				return nil, fmt.Errorf("column %q: %w", d.Columns[j], err)
			}
			other = other || columns[j] != nil
		}
	}
	if !other {
		return nil, nil
	}
	return columns, nil
}

func orderedOf(c cells) (Column, error) {
	counts := make([]int, len(c.kind.Levels))
	for _, v := range c.values() {
		if !math.IsNaN(v) {
			counts[int(v)]++
		}
	}
	return NewOrdered(CutPoints(counts)), nil
}

func countsOf(c cells) (Column, error) {
	level, spread := RatesOf(c.values(), c.offset)
	return NewCounts(c.offset, level, spread), nil
}

// censoredOf returns nil where all cells are known.
func censoredOf(c cells) (Column, error) {
	limit := map[int]column.Interval{}
	for cell, l := range c.data.Limits {
		if cell.Column == c.column {
			limit[cell.Row] = l
		}
	}
	if len(limit) == 0 {
		return nil, nil
	}
	return &Censored{Limit: limit}, nil
}

// Offsets returns, for each column, the logs of the exposures of the rows; nil for columns that are no counts or have
// none. The error names a column whose exposure is not to be had.
func Offsets(d *inference.Dataset) ([][]float64, error) {
	_, p := d.Dims()
	out := make([][]float64, p)
	var library []float64
	for j := range p {
		switch k := d.KindAt(j); {
		case k.Sort != column.Count:
		case k.Exposure != "":
			var err error
			if out[j], err = exposure(d, k.Exposure); err != nil {
				return nil, fmt.Errorf("column %q: %w", d.Columns[j], err)
			}
		case k.Library:
			if library == nil {
				library = libraries(d)
			}
			out[j] = library
		}
	}
	return out, nil
}

// libraries returns the log library size of each row: its counts over those that the means of the same columns give, of
// all columns of counts with library sizes. Rows without counts have 0.
func libraries(d *inference.Dataset) []float64 {
	n, p := d.Dims()
	sum, expected := make([]float64, n), make([]float64, n)
	for j := range p {
		if k := d.Kinds[j]; k.Sort != column.Count || !k.Library {
			continue
		}
		total, seen := 0.0, 0.0
		for i := range n {
			if v := d.X.At(i, j); !math.IsNaN(v) {
				total += v
				seen++
			}
		}
		for i := range n {
			if v := d.X.At(i, j); !math.IsNaN(v) {
				sum[i] += v
				expected[i] += total / seen
			}
		}
	}
	for i, v := range sum {
		sum[i] = 0
		if v > 0 {
			sum[i] = math.Log(v / expected[i])
		}
	}
	return sum
}

// exposure returns the logs of the exposures of the rows: an annotation of them, or a column of the table.
func exposure(d *inference.Dataset, name string) ([]float64, error) {
	n, p := d.Dims()
	at := func(int) float64 { return math.NaN() }
	for _, a := range d.Annotations {
		if a.Name == name && a.Numeric {
			at = func(i int) float64 {
				v, err := strconv.ParseFloat(a.Values[i], 64)
				if err != nil {
					return math.NaN()
				}
				return v
			}
		}
	}
	for j := range p {
		if d.Columns[j] == name {
			at = func(i int) float64 { return d.Input(i, j) }
		}
	}
	log := make([]float64, n)
	for i := range log {
		if log[i] = math.Log(at(i)); math.IsNaN(log[i]) || math.IsInf(log[i], 0) {
			return nil, fmt.Errorf("the exposure %q of row %q is not a number above 0; give every row one, or take the counts "+
				"without an exposure", name, d.Rows[i])
		}
	}
	return log, nil
}
