package marginal

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
)

// MostLevels is the greatest number of different whole numbers that are categories as they are.
const MostLevels = 10

// Complete returns the rows without a missing cell; of none the data are nil.
func Complete(data *inference.Dataset) *inference.Dataset {
	if data.Missing() == 0 {
		return data
	}
	var rows []int
	for i := range data.Rows {
		if !slices.ContainsFunc(data.X.RawRowView(i), math.IsNaN) {
			rows = append(rows, i)
		}
	}
	if rows == nil {
		return nil
	}
	return data.SelectRows(rows)
}

// Levels returns the different values of a column in input units, in order, where these are at most
// MostLevels whole numbers; else nil. Missing cells do not count.
func Levels(data *inference.Dataset, j int) (values []float64) {
	n, _ := data.Dims()
	for i := range n {
		u := data.X.At(i, j)
		if math.IsNaN(u) {
			continue
		}
		v := value(data, j, u)
		if v != math.Trunc(v) {
			return nil
		}
		if at, ok := slices.BinarySearch(values, v); !ok {
			if values = slices.Insert(values, at, v); len(values) > MostLevels {
				return nil
			}
		}
	}
	return values
}

// value returns a cell of column j in input units, by its value u in working units.
func value(data *inference.Dataset, j int, u float64) float64 {
	v := data.InputAt(j, u)
	if data.Kind == inference.Count || data.Kind == inference.Binary {
		return math.Round(v)
	}
	return math.Round(v*1e6) / 1e6 // back from working units
}

// Level returns the place of a cell of column j among its levels, by its value u in working units: −1
// for a missing cell. It reports whether the cell is missing or one of them.
func Level(data *inference.Dataset, j int, levels []float64, u float64) (at int, ok bool) {
	if math.IsNaN(u) {
		return -1, true
	}
	return slices.BinarySearch(levels, value(data, j, u))
}

// Categories returns the columns as codes with the number of levels of each. Tables of zeros and
// ones have two in every column; columns of few whole numbers one for each; others are cut into
// groups of about equal size, equal values together.
func Categories(data *inference.Dataset, groups int) (codes [][]int32, levels []int) {
	n, d := data.Dims()
	for j := range d {
		values := Levels(data, j)
		code := make([]int32, n)
		switch {
		case data.Kind == inference.Binary:
			for i := range n {
				code[i] = int32(data.Input(i, j))
			}
			codes, levels = append(codes, code), append(levels, 2)
			continue
		case values != nil:
			for i := range n {
				at, _ := Level(data, j, values, data.X.At(i, j))
				code[i] = int32(at)
			}
			codes, levels = append(codes, code), append(levels, len(values))
			continue
		}
		column := make([]float64, n)
		for i := range n {
			column[i] = data.X.At(i, j)
		}
		slices.Sort(column)
		var ends []float64 // the least value of each group but the first
		for g := 1; g < groups; g++ {
			if v := column[g*n/groups]; v > column[0] && (len(ends) == 0 || v > ends[len(ends)-1]) {
				ends = append(ends, v)
			}
		}
		for i := range n {
			at, found := slices.BinarySearch(ends, data.X.At(i, j))
			if found {
				at++
			}
			code[i] = int32(at)
		}
		codes, levels = append(codes, code), append(levels, len(ends)+1)
	}
	return codes, levels
}

// Cut counts the columns that Categories would cut into groups.
func Cut(data *inference.Dataset) (count int) {
	_, d := data.Dims()
	for j := range d {
		if data.Kind != inference.Binary && Levels(data, j) == nil {
			count++
		}
	}
	return count
}

// Row returns a new row, in working units, as a Scorer of the data takes it: numbers, or of a table of zeros and
// ones these as codes; missing cells are NaN. The error names a column that is neither.
func Row(data *inference.Dataset, row []float64, discrete bool) ([]float64, error) {
	out := slices.Clone(row)
	for j, v := range row {
		if !discrete || math.IsNaN(v) {
			continue
		}
		if out[j] = math.Round(data.InputAt(j, v)); out[j] != 0 && out[j] != 1 {
			return nil, fmt.Errorf("column %q of a new row is %v; the model was fitted to zeros and ones", data.Columns[j],
				out[j])
		}
	}
	return out, nil
}
