package read

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/workbook"
	"example.org/espalier/inference/words"
)

// XLSX, the workbooks of Excel and of other spreadsheets, is read by excelize.
var xlsxFormat = format{Title: "XLSX", Extensions: []string{"xlsx", "xlsm"},
	Media: Media{Type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}, has: isWorkbook, text: workbookText}

// isWorkbook reports whether data is an Excel workbook.
func isWorkbook(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) && (bytes.Contains(data, []byte("xl/workbook.xml")) || bytes.Contains(data, []byte("xl/worksheets/")))
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
	book, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{UnzipSizeLimit: MaxBytes, UnzipXMLSizeLimit: MaxBytes})
	if err != nil {
		e := &Error{File: file, What: "the workbook is damaged or too large", Remedy: "Save it again, or save the sheet as CSV (UTF-8).", Err: err}
		if errors.Is(err, excelize.ErrWorkbookPassword) || errors.Is(err, excelize.ErrWorkbookFileFormat) {
			e.What, e.Remedy = "the file is protected by a password, or is not a workbook", "Save it without a password."
		}
		return decoded{}, e
	}
	defer book.Close() // only read
	workbook.ShowOnlyDates(book)
	sheets := book.GetSheetList()
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

// rangeOf reads a range such as "B3:F200"; the empty one is the whole sheet.
func rangeOf(file, text string) (block, *Error) {
	if strings.TrimSpace(text) == "" {
		return block{1, 1, excelize.MaxColumns, excelize.TotalRows}, nil
	}
	from, to, ok := strings.Cut(strings.ReplaceAll(strings.TrimSpace(text), "$", ""), ":")
	left, top, err := excelize.CellNameToCoordinates(from)
	right, bottom, err2 := excelize.CellNameToCoordinates(to)
	if !ok || err != nil || err2 != nil || right < left || bottom < top {
		return block{}, &Error{File: file, What: fmt.Sprintf("%q is not a range of cells", text), Remedy: "Write the " +
			"first and the last cell, such as B3:F200."}
	}
	return block{left, top, right, bottom}, nil
}

// writeSheet writes the rows of a sheet within the block and returns how many hold something.
func writeSheet(file string, book *excelize.File, sheet string, b block, w *cellWriter) (filled int, e *Error) {
	damaged := func(err error) *Error {
		return &Error{File: file, What: fmt.Sprintf("the sheet %q is damaged", words.Shorten(sheet)),
			Remedy: "Save the workbook again, or save the sheet as CSV (UTF-8).", Err: err}
	}
	raw, err := book.Rows(sheet)
	if err != nil {
		return 0, damaged(err)
	}
	if err := workbook.RowNumbers(book); err != nil {
		return 0, damaged(err)
	}
	defer raw.Close()
	shown, err := book.Rows(sheet)
	if err != nil {
		return 0, damaged(err)
	}
	defer shown.Close()
	for row := 1; row <= b.bottom && raw.Next() && shown.Next(); row++ {
		values, err := raw.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return filled, damaged(err)
		}
		texts, err := shown.Columns()
		if err != nil {
			return filled, damaged(err)
		}
		if row < b.top {
			continue
		}
		holds := false
		for j := b.left - 1; j < min(len(values), b.right); j++ {
			text := values[j]
			if j < len(texts) {
				text = workbook.Text(values[j], texts[j])
			}
			holds = holds || text != ""
			w.cell(text)
		}
		w.end()
		if holds {
			filled++
		}
		if w.cellsFull() {
			return filled, &Error{File: file, Line: row, What: fmt.Sprintf("the sheet contains, up to here, more than %d million cells, empty ones included, which is the limit",
				wholeCells/1_000_000), Remedy: "Choose a range of cells, or save the part you need as CSV (UTF-8)."}
		}
		if w.full() {
			return filled, &Error{File: file, Line: row, What: "the sheet contains " + tooLarge(), Remedy: smaller}
		}
	}
	if err := errors.Join(raw.Error(), shown.Error()); err != nil {
		return filled, damaged(err)
	}
	return filled, nil
}

// uncomputed tells of formulas of a block without a stored value.
func uncomputed(book *excelize.File, sheet string, b block) []string {
	if !workbook.Uncomputed(book) {
		return nil
	}
	rows, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		return nil // what is wrong with it was said
	}
	n, first, width := 0, "", 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	for i := b.top; i <= min(b.bottom, len(rows)+1); i++ { // a last row of such cells may be none of rows
		for j := b.left; j <= min(b.right, width+1); j++ {
			if i <= len(rows) && j <= len(rows[i-1]) && rows[i-1][j-1] != "" {
				continue
			}
			cell, err := excelize.CoordinatesToCellName(j, i)
			if err != nil {
				continue
			}
			if formula, err := book.GetCellFormula(sheet, cell); err != nil || formula == "" {
				continue
			}
			if n++; first == "" {
				first = cell
			}
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s of the sheet without a stored value %s read as missing, the first in %s. Open the workbook in a spreadsheet and save it, so that formulas are computed.",
		inference.Plural(n, "formula"), words.Were(n), first)}
}
