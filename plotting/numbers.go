package plotting

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"path/filepath"
	"strconv"
	"strings"
)

// A Sheet is one table of the numbers behind a figure.
type Sheet struct {
	Name   string   // a short noun for file names: "tree", "matrix", "groups"
	Header []string // one name a column
	// Rows yields the cells of one row after another, as long as Header. A yielded
	// slice may be used again for the next row. It can be run more than once.
	Rows iter.Seq[[]string]
}

// Cell returns x as it stands in a sheet: the shortest text that reads back to the
// same number, and nothing for NaN.
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

// WriteCSV writes a sheet as RFC 4180 has it: a header, fields quoted where they
// must be, lines ended by CR LF.
func WriteCSV(w io.Writer, s Sheet) error {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	if err := c.Write(s.Header); err != nil {
		return fmt.Errorf("plotting: sheet %s: %w", s.Name, err)
	}
	for row := range s.Rows {
		if len(row) != len(s.Header) {
			return fmt.Errorf("plotting: sheet %s: a row of %d cells under %d names", s.Name, len(row), len(s.Header))
		}
		if err := c.Write(row); err != nil {
			return fmt.Errorf("plotting: sheet %s: %w", s.Name, err)
		}
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("plotting: sheet %s: %w", s.Name, err)
	}
	return nil
}

// SaveNumbers writes the numbers behind a figure and returns the files written. A
// single sheet goes to path itself; several go beside it, "tree.csv" becoming
// "tree-NAME.csv" for each. Each file is complete or absent.
func SaveNumbers(path string, f Figure) ([]string, error) {
	sheets, err := Numbers(f)
	if err != nil {
		return nil, err
	}
	if strings.ToLower(filepath.Ext(path)) != ".csv" {
		return nil, fmt.Errorf("plotting: %s: numbers are saved as .csv; give a name that ends so", path)
	}
	var files []string
	for _, s := range sheets {
		name := path
		if len(sheets) > 1 {
			name = path[:len(path)-len(filepath.Ext(path))] + "-" + s.Name + ".csv"
		}
		if err := WriteFile(name, func(w io.Writer) error { return WriteCSV(w, s) }); err != nil {
			return files, err
		}
		files = append(files, name)
	}
	return files, nil
}
