// Package numbers looks at the numbers of a table before a tree is learnt from them: what rules a tree out, what a user
// should know, which rows are equal, and whether all cells are zeros and ones.
package numbers

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// Check refuses a table from whose numbers no tree can be learnt. Of zeros and ones by probit fewer things rule it out.
func Check(data *inference.Dataset, probit bool) error {
	if n, _ := data.Dims(); n < 2 {
		return ErrTooFew
	}
	_, err := Notes(data, probit)
	return err
}

// ErrTooFew says that a table has fewer than two rows.
var ErrTooFew = errors.New("a tree needs at least two rows")

// Notes refuses such tables, except for their number of rows, and says what a user should know about the numbers of
// the others.
func Notes(data *inference.Dataset, probit bool) (notes []string, err error) {
	n, d := data.Dims()
	missing, square := 0, 0.0
	sums, seen := make([]float64, d), make([]float64, d)
	for i := range n {
		for j, v := range data.X.RawRowView(i) {
			if math.IsNaN(v) {
				missing++
			} else if math.IsInf(v, 0) {
				return nil, fmt.Errorf("row %q contains an infinite number", data.Rows[i])
			} else {
				square += v * v
				sums[j] += v
				seen[j]++
			}
		}
	}
	switch {
	case missing == n*d:
		return nil, errors.New("every cell is missing")
	case square == 0, probit && square == float64(n*d-missing):
		return nil, errors.New("all numbers are equal, so there is no tree to learn")
	case math.IsInf(square, 1):
		return nil, errors.New("the numbers are too large to square; scale the columns first")
	}
	offset := 0.0 // the part of the squares that comes from the means of the columns
	for j, v := range sums {
		offset += v * v / math.Max(seen[j], 1)
	}
	// Trees see 24 binary digits of a number (see package unit).
	if !probit && square-offset < math.Ldexp(square, -46) {
		return nil, errors.New(
			"the numbers are so far from 0, beside how they vary, that next to no digits are left; centre the columns")
	}
	if !probit && offset > square/2 && !data.Preprocessing.Centre { // else these are rows of one class, say
		notes = append(notes, "The columns are far from 0, where the tree begins; centre them in the preprocessing")
	}
	return notes, nil
}

// Missing says how many cells of data are missing. A cell with limits is not.
func Missing(data *inference.Dataset) []string {
	n, _ := data.Dims()
	missing := -len(data.Limits) // they have no number
	for i := range n {
		for _, v := range data.X.RawRowView(i) {
			if math.IsNaN(v) {
				missing++
			}
		}
	}
	switch {
	case missing == 1:
		return []string{"1 cell is missing: nothing is filled in for it"}
	case missing > 0:
		return []string{inference.Grouped(missing) + " cells are missing: nothing is filled in for them"}
	}
	return nil
}

// Hidden returns the latent numbers that a fit of columns of kinds begins with, as a table of numbers.
func Hidden(data *inference.Dataset, t *observation.Table) *inference.Dataset {
	d := *data
	d.X, d.Kinds, d.Limits, d.Kind = t.Start(), nil, nil, inference.Continuous
	d.Columns, d.Centre, d.Scale = nil, make([]float64, t.Width()), make([]float64, t.Width())
	d.ColumnIndex = nil
	for j, name := range data.Columns {
		low, high := t.Of(j)
		for a := low; a < high; a++ {
			d.Columns, d.ColumnIndex = append(d.Columns, name), append(d.ColumnIndex, a)
			d.Scale[a] = 1
		}
	}
	return &d
}

// ManyEqual is from how many rows that equal others messages settle slowly, on the short branches between them.
const ManyEqual = 10

// EqualRows counts the rows that equal an earlier one.
func EqualRows(data *inference.Dataset) int {
	n, _ := data.Dims()
	seen, equal := map[uint64]bool{}, 0
	for i := range n {
		h := uint64(0)
		for _, v := range data.X.RawRowView(i) {
			h = special.Mix64(h ^ math.Float64bits(v) + special.Golden64)
		}
		if seen[h] {
			equal++
		}
		seen[h] = true
	}
	return equal
}

// NotBinary returns the first cell of x that is neither 0, 1 nor missing, or −1.
func NotBinary(x *mat.Dense) (row, column int) {
	n, _ := x.Dims()
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if v != 0 && v != 1 && !math.IsNaN(v) {
				return i, j
			}
		}
	}
	return -1, -1
}

// NotBinaryIn returns the first row in which a column, in the units read, holds neither 0 nor 1, or −1.
func NotBinaryIn(data *inference.Dataset, column int) (row int) {
	n, _ := data.Dims()
	for i := range n {
		// What undoing the preprocessing rounds away depends on the size of the column, not on 1.
		most := 1e-9 * (math.Abs(data.Centre[column]) + data.Scale[column]*math.Abs(data.X.At(i, column)))
		if v := data.Input(i, column); !math.IsNaN(v) && math.Abs(v) > most && math.Abs(v-1) > 1e-9 {
			return i
		}
	}
	return -1
}
