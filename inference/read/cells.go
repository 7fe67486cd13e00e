package read

import (
	"bytes"
	"strings"
)

// A cellWriter writes rows of cells as text separated by tabs, for formats that are not text.
type cellWriter struct {
	b     bytes.Buffer
	cells int // in the current row
	all   int // in all rows
}

// cell adds a cell to the current row. Tabs and ends of lines in it become spaces, so that a row
// stays a line.
func (w *cellWriter) cell(text string) {
	w.all++
	if w.cells++; w.cells > 1 {
		w.b.WriteByte('\t')
	}
	if strings.ContainsAny(text, "\t\n\r\v\f") {
		text = strings.Join(strings.Fields(text), " ")
	}
	if strings.HasPrefix(strings.TrimLeft(text, " "), `"`) {
		text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	w.b.WriteString(text)
}

// row adds a whole row.
func (w *cellWriter) row(cells []string) {
	for _, text := range cells {
		w.cell(text)
	}
	w.end()
}

// end ends the row.
func (w *cellWriter) end() {
	w.b.WriteByte('\n')
	w.cells = 0
}

// cellsFull reports whether more cells were written than a table may have that is not text.
func (w *cellWriter) cellsFull() bool { return w.all > wholeCells }

// full reports whether there is more text than is read.
func (w *cellWriter) full() bool { return w.b.Len() > MaxBytes }

// guarded calls f, which reads bytes that nobody has checked with a library, and turns a panic of
// the library into an error.
func guarded(file, what string, f func() *Error) (e *Error) {
	defer func() {
		if recover() != nil {
			e = &Error{File: file, What: what + " is damaged", Remedy: "Copy or download it again, or save the table as CSV."}
		}
	}()
	return f()
}

// unlinked refuses files that take a library which this program is linked without.
func unlinked(file, kind string) *Error {
	return &Error{File: file, What: "this program is built without the library that opens " + kind,
		Remedy: "Save the table as CSV (UTF-8)."}
}
