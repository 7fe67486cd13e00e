package read

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// XLSX, the workbooks of Excel and of other spreadsheets, is read by excelize.
var xlsxFormat = format{Title: "XLSX", Extensions: []string{"xlsx", "xlsm"},
	Media: Media{Type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}, has: workbook, text: workbookText}

// workbook reports whether data is an Excel workbook.
func workbook(data []byte) bool {
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
	sheets := book.GetSheetList()
	block, e := rangeOf(file, o.Range)
	if e != nil {
		return decoded{}, e
	}
	try := sheets
	if o.Sheet != "" {
		if !slices.Contains(sheets, o.Sheet) {
			return decoded{}, &Error{File: file, What: fmt.Sprintf("the workbook has no sheet %q", o.Sheet), Remedy: "Its sheets are " + quoteSome(sheets, 12) + "."}
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
			chosen = d
		}
		if table {
			break
		}
	}
	if chosen.text != nil {
		if len(try) > 1 {
			chosen.notes = append(chosen.notes, fmt.Sprintf("The table is on the sheet %q. The workbook also has %s (Sheet, or --sheet).", chosen.sheet, quoteSome(chosen.others(), 5)))
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
		return &Error{File: file, What: fmt.Sprintf("the sheet %q is damaged", shorten(sheet)), Remedy: "Save the workbook again, or save the sheet as CSV (UTF-8).", Err: err}
	}
	raw, err := book.Rows(sheet)
	if err != nil {
		return 0, damaged(err)
	}
	if err := rowNumbers(book); err != nil {
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
				text = cellText(values[j], texts[j])
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

// rowStart is the start of a row in the XML of a sheet, with its number.
var rowStart = regexp.MustCompile(`<(?:\w+:)?row\s[^<>]*?\br\s*=\s*["']([^"']*)["']`)

// rowNumbers refuses sheets with a row whose number is none: what is in it would be put into another row.
func rowNumbers(book *excelize.File) (bad error) {
	book.Pkg.Range(func(name, part any) bool {
		text, ok := part.([]byte)
		if path, named := name.(string); !ok || !named || !strings.HasPrefix(path, "xl/worksheets/sheet") {
			return true
		}
		for len(text) > 0 && bad == nil {
			found := rowStart.FindSubmatchIndex(text)
			if found == nil {
				break
			}
			number := string(text[found[2]:found[3]])
			if n, err := strconv.Atoi(number); err != nil || n < 1 || n > excelize.TotalRows {
				bad = fmt.Errorf("a row has the number %q", number)
			}
			text = text[found[1]:]
		}
		return bad == nil
	})
	return bad
}

// dateLike are the forms in which a spreadsheet shows a date or a time; cells of it hold a number
// of days.
var dateLike = regexp.MustCompile(`^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|[A-Za-z]{3}|\d:\d\d`)

// cellText returns what a cell says, given its value and how the spreadsheet shows it: a number in
// full, a date or a truth as it is shown, so that it is not taken for a measurement.
func cellText(value, shown string) string {
	if value == shown || shown == "" {
		return value
	}
	if _, ok := parseNumber([]byte(value), '.'); !ok {
		return value
	}
	if shown == "TRUE" || shown == "FALSE" || dateLike.MatchString(shown) {
		return shown
	}
	return value
}
