package plotting

import (
	"errors"
	"iter"
	"math"
	"strconv"
)

// A Sheet is one table of the numbers behind a figure.
type Sheet struct {
	Name   string   // a short noun for file names: "tree", "matrix", "groups"
	Header []string // one name a column
	// Rows yields one row of cells after another, as long as Header. A yielded slice may be reused
	// for the next row. The sequence can be run more than once.
	Rows iter.Seq[[]string]
	// Unnamed returns what words call a row without a name, counted from 0: "the clade of a and b, 12 leaves". Where it is nil they give
	// the number of the row.
	Unnamed func(row int) string
}

// Cell returns x as written in a sheet: the shortest text that reads back to the same number, and
// "" for NaN.
func Cell(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// ErrNoNumbers says that a figure has no numbers to save.
var ErrNoNumbers = errors.New("plotting: this figure has no numbers to save")

// Numbers returns the numbers behind a figure, or [ErrNoNumbers].
func Numbers(f Figure) ([]Sheet, error) {
	s, ok := f.(Sheeter)
	if !ok {
		return nil, ErrNoNumbers
	}
	sheets := s.Sheets()
	if len(sheets) == 0 {
		return nil, ErrNoNumbers
	}
	return sheets, nil
}
