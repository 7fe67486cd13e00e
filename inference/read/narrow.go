package read

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/words"
)

// Limits, which tests lower.
var (
	narrowCells = inference.NarrowCells
	maxCells    = MaxCells
	maxRows     = MaxRows
)

// leastSteps is how many different numbers of float32 a column should span at least.
const leastSteps = 1000

// leastNormal is the smallest number that float32 holds with all of its digits.
const leastNormal = 0x1p-126

// narrow says what becomes of the numbers of a table that is held as float32, and refuses numbers that this cannot
// hold.
func (r *result) narrow() *Error {
	b := r.body
	if !b.cells.Narrow() {
		return nil
	}
	var coarse, tiny []string
	for j := range b.columns {
		c := &b.columns[j]
		if c.Role != Number || c.numbers == 0 {
			continue
		}
		if c.huge.line > 0 {
			return &Error{File: r.file, Line: c.huge.line, Column: j + 1, ColumnName: c.Name,
				Cell: words.Shorten(c.huge.cell),
				What: fmt.Sprintf(
					"is beyond ±3.4e38, and a table of more than %s million cells holds no larger numbers (float32)",
					million(narrowCells)),
				Remedy: "Correct the cell or leave it empty, divide the column by a power of ten, or keep fewer rows or columns."}
		}
		// Neighbouring float32 differ by 2⁻²³ of their size, unless they are very small.
		switch size := math.Max(math.Abs(c.low), math.Abs(c.high)); {
		case c.low == c.high:
		case size < leastNormal:
			tiny = append(tiny, c.Name)
		case c.high-c.low < leastSteps*size/(1<<23):
			coarse = append(coarse, c.Name)
		}
	}
	r.notes = append(r.notes, fmt.Sprintf(
		"The table has more than %s million cells, so they are held as float32: numbers are rounded to seven digits.",
		million(narrowCells)))
	if len(coarse) > 0 {
		r.notes = append(r.notes, fmt.Sprintf("%s so little around a large number that this rounding matters: %s. "+
			"Subtract that number in the file.", words.Plural(len(coarse), "column")+words.ByNumber(len(coarse),
			" varies", " vary"), words.QuoteSome(coarse, 5)))
	}
	if len(tiny) > 0 {
		r.notes = append(r.notes, fmt.Sprintf("%s only numbers of less than 1.2e-38, of which float32 keeps few "+
			"digits or none: %s. Multiply them by a power of ten in the file.", words.Plural(len(tiny),
			"column")+words.ByNumber(len(tiny), " has", " have"), words.QuoteSome(tiny, 5)))
	}
	return nil
}

func million(cells int) string { return fmt.Sprintf("%.4g", float64(cells)/1e6) }
