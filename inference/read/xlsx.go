package read

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/library"
	"example.org/espalier/inference/words"
)

// XLSX, the workbooks of Excel and of other spreadsheets, is opened by package workbook.
var xlsxFormat = format{Title: "XLSX", Extensions: []string{"xlsx", "xlsm"},
	Media: Media{Type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
	has:   isWorkbook, text: workbookText}

// isWorkbook reports whether data is an Excel workbook.
func isWorkbook(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) &&
		(bytes.Contains(data, []byte("xl/workbook.xml")) || bytes.Contains(data, []byte("xl/worksheets/")))
}

// workbookText returns the sheet of a workbook, or the range of it, that the options name. A line of
// the text is a row of the sheet.
func workbookText(file string, content []byte, o Options) (d decoded, e *Error) {
	e = guarded(file, "the workbook", func() *Error {
		d, e = sheetText(file, content, o)
		return e
	})
	return d, e
}

func sheetText(file string, content []byte, o Options) (decoded, *Error) {
	if library.OpenWorkbook == nil {
		return decoded{}, unlinked(file, "workbooks")
	}
	book, err := library.OpenWorkbook(content, MaxBytes)
	if err != nil {
		e := &Error{File: file, What: "the workbook is damaged or too large",
			Remedy: "Save it again, or save the sheet as CSV (UTF-8).", Err: err}
		if errors.Is(err, library.ErrProtected) {
			e.What, e.Remedy = "the file is protected by a password, or is not a workbook", "Save it without a password."
		}
		return decoded{}, e
	}
	defer book.Close() // only read
	sheets := book.Sheets()
	block, e := rangeOf(file, o.Range)
	if e != nil {
		return decoded{}, e
	}
	try := sheets
	if o.Sheet != "" {
		if !slices.Contains(sheets, o.Sheet) {
			return decoded{}, &Error{File: file, What: fmt.Sprintf("the workbook has no sheet %q", o.Sheet),
				Remedy: "Its sheets are " + words.QuoteSome(sheets, 12) + "."}
		}
		try = []string{o.Sheet}
	}
	var chosen decoded // or the first that holds something, if none is a table
	for _, name := range try {
		var w cellWriter
		rows, e := writeSheet(file, book, name, block, &w)
		if e != nil {
			return decoded{}, e
		}
		d := decoded{separator: '\t', skipped: block.top - 1, sheets: sheets, sheet: name}
		table := len(try) == 1 && rows > 0
		if rows > 1 && !table {
			table = tabular(w.b.Bytes(), newMissingCodes(o.Missing))
		}
		if table || rows > 1 && chosen.text == nil || rows > 0 && chosen.text == nil && name == try[len(try)-1] {
			d.text, _ = squared(w.b.Bytes())
			d.notes = uncomputed(book, name, block)
			chosen = d
		}
		if table {
			break
		}
	}
	if chosen.text != nil {
		if len(try) > 1 {
			chosen.notes = append(chosen.notes,
				fmt.Sprintf("The table is on the sheet %q. The workbook also has %s (Sheet, or --sheet).", chosen.sheet,
					words.QuoteSome(chosen.others(), 5)))
		}
		return chosen, nil
	}
	return decoded{}, &Error{File: file, What: "the workbook contains no table", Remedy: "Open one with at least two " +
		"rows of values, or choose another range."}
}

// A block is a range of cells, both ends included, counted from 1.
type block struct{ left, top, right, bottom int }

// The size of the largest sheet (ECMA-376).
const sheetRows, sheetColumns = 1 << 20, 1 << 14

// rangeOf reads a range such as "B3:F200"; the empty one is the whole sheet.
func rangeOf(file, text string) (block, *Error) {
	if strings.TrimSpace(text) == "" {
		return block{1, 1, sheetColumns, sheetRows}, nil
	}
	from, to, ok := strings.Cut(strings.ReplaceAll(strings.TrimSpace(text), "$", ""), ":")
	left, top := cellPlace(from)
	right, bottom := cellPlace(to)
	if !ok || left == 0 || right < left || bottom < top {
		return block{}, &Error{File: file, What: fmt.Sprintf("%q is not a range of cells", text), Remedy: "Write the " +
			"first and the last cell, such as B3:F200."}
	}
	return block{left, top, right, bottom}, nil
}

// cellPlace returns the column and the row of a cell such as "B3", counted from 1; 0 and 0 where the text names no cell
// of a sheet.
func cellPlace(text string) (column, row int) {
	digits := strings.TrimLeft(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	number, err := strconv.ParseUint(digits, 10, 32)
	letters := strings.ToUpper(text[:len(text)-len(digits)])
	if err != nil || number < 1 || number > sheetRows || len(letters) < 1 || len(letters) > 3 {
		return 0, 0
	}
	for _, c := range letters {
		column = 26*column + int(c-'A') + 1
	}
	if column > sheetColumns {
		return 0, 0
	}
	return column, int(number)
}

// writeSheet writes the rows of a sheet within the block and returns how many hold something.
func writeSheet(file string, book library.Workbook, sheet string, b block, w *cellWriter) (filled int, e *Error) {
	err := book.Rows(sheet, func(row int, cells []string) bool {
		if row < b.top {
			return true
		}
		cells = cells[min(b.left-1, len(cells)):min(b.right, len(cells))]
		w.row(cells)
		if slices.ContainsFunc(cells, func(text string) bool { return text != "" }) {
			filled++
		}
		if w.cellsFull() {
			e = &Error{File: file, Line: row, What: fmt.Sprintf(
				"the sheet contains, up to here, more than %d million cells, empty ones included, which is the limit",
				wholeCells/1_000_000), Remedy: "Choose a range of cells, or save the part you need as CSV (UTF-8)."}
		} else if w.full() {
			e = &Error{File: file, Line: row, What: "the sheet contains " + tooLarge(), Remedy: smaller}
		}
		return e == nil && row < b.bottom
	})
	if e == nil && err != nil {
		e = &Error{File: file, What: fmt.Sprintf("the sheet %q is damaged", words.Shorten(sheet)),
			Remedy: "Save the workbook again, or save the sheet as CSV (UTF-8).", Err: err}
	}
	return filled, e
}

// uncomputed tells of formulas of a block without a stored value.
func uncomputed(book library.Workbook, sheet string, b block) []string {
	n, first := book.Uncomputed(sheet, b.left, b.top, b.right, b.bottom)
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf(
		"%s of the sheet without a stored value %s read as missing, the first in %s. Open the workbook in a spreadsheet and save it, so that formulas are computed.",
		inference.Plural(n, "formula"), words.Were(n), first)}
}
