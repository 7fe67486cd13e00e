package observation

import (
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
)

// Of returns what the columns of a data set are, nil for numbers that are all known; nil altogether where no column is
// anything else. Cut points, rates and library sizes are those of the cells that are there. The error names a column
// whose exposure is not to be had.
func Of(d *inference.Dataset) ([]Column, error) {
	if d.Kinds == nil {
		return nil, nil
	}
	n, p := d.Dims()
	limits := make(map[int]map[int]column.Interval)
	for cell, limit := range d.Limits {
		if limits[cell.Column] == nil {
			limits[cell.Column] = map[int]column.Interval{}
		}
		limits[cell.Column][cell.Row] = limit
	}
	offsets, err := Offsets(d)
	if err != nil {
		return nil, err
	}
	var columns []Column
	for j := range p {
		var c Column
		switch k := d.Kinds[j]; k.Sort {
		case column.YesNo:
			c = YesNo{}
		case column.Ordered:
			counts := make([]int, len(k.Levels))
			for i := range n {
				if v := d.X.At(i, j); !math.IsNaN(v) {
					counts[int(v)]++
				}
			}
			c = NewOrdered(CutPoints(counts))
		case column.Category:
			c = NewCategories(len(k.Levels))
		case column.Count:
			y := make([]float64, n)
			for i := range y {
				y[i] = d.X.At(i, j)
			}
			level, spread := RatesOf(y, offsets[j])
			c = NewCounts(offsets[j], level, spread)
		default:
			if of := limits[j]; of != nil {
				c = &Censored{Limit: of}
			}
		}
		if c != nil && columns == nil {
			columns = make([]Column, p)
		}
		if c != nil {
			columns[j] = c
		}
	}
	return columns, nil
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
