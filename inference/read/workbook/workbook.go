// Package workbook opens Excel workbooks by excelize and says what their cells hold: the stored number, whatever its
// format shows, unless that is a date; and which formulas have no stored value.
package workbook

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"example.org/espalier/inference/read/library"
	"example.org/espalier/inference/read/number"
)

func init() { library.OpenWorkbook = open }

// A file is an opened workbook.
type file struct{ *excelize.File }

func open(content []byte, most int64) (library.Workbook, error) {
	limits := excelize.Options{UnzipSizeLimit: most, UnzipXMLSizeLimit: most}
	book, err := excelize.OpenReader(bytes.NewReader(content), limits)
	if errors.Is(err, excelize.ErrWorkbookPassword) || errors.Is(err, excelize.ErrWorkbookFileFormat) {
		return nil, fmt.Errorf("%w: %w", library.ErrProtected, err)
	}
	if err != nil {
		return nil, err
	}
	showOnlyDates(book)
	return file{book}, nil
}

// Sheets returns the names of the sheets in their order.
func (f file) Sheets() []string { return f.GetSheetList() }

// Rows reads the stored values of each row beside the texts that are shown.
func (f file) Rows(sheet string, each func(row int, cells []string) bool) error {
	raw, err := f.File.Rows(sheet)
	if err != nil {
		return err
	}
	defer raw.Close()
	if err := rowNumbers(f.File); err != nil {
		return err
	}
	shown, err := f.File.Rows(sheet)
	if err != nil {
		return err
	}
	defer shown.Close()
	for row := 1; raw.Next() && shown.Next(); row++ {
		cells, err := raw.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return err
		}
		texts, err := shown.Columns()
		if err != nil {
			return err
		}
		for j := range min(len(cells), len(texts)) {
			cells[j] = shownText(cells[j], texts[j])
		}
		if !each(row, cells) {
			break
		}
	}
	return errors.Join(raw.Error(), shown.Error())
}

// Uncomputed looks for formulas only where the bytes of some sheet show one without a value.
func (f file) Uncomputed(sheet string, left, top, right, bottom int) (n int, first string) {
	if !uncomputed(f.File) {
		return 0, ""
	}
	rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		return 0, "" // the caller was told what is wrong with the sheet when it read the rows
	}
	width := 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	for i := top; i <= min(bottom, len(rows)+1); i++ { // a last row of such cells may be none of rows
		for j := left; j <= min(right, width+1); j++ {
			if i <= len(rows) && j <= len(rows[i-1]) && rows[i-1][j-1] != "" {
				continue
			}
			cell, err := excelize.CoordinatesToCellName(j, i)
			if err != nil {
				continue
			}
			if formula, err := f.GetCellFormula(sheet, cell); err != nil || formula == "" {
				continue
			}
			if n++; first == "" {
				first = cell
			}
		}
	}
	return n, first
}

// showOnlyDates makes the formats of a workbook show dates and times, and numbers as they are stored.
func showOnlyDates(book *excelize.File) {
	if book.Styles == nil || book.Styles.CellXfs == nil {
		return
	}
	custom := map[int]string{}
	if book.Styles.NumFmts != nil {
		for _, f := range book.Styles.NumFmts.NumFmt {
			if custom[f.NumFmtID] = f.FormatCode; f.FormatCode16 != "" {
				custom[f.NumFmtID] = f.FormatCode16
			}
		}
	}
	general := 0
	for i := range book.Styles.CellXfs.Xf {
		x := &book.Styles.CellXfs.Xf[i]
		if x.NumFmtID == nil {
			continue
		}
		code, own := custom[*x.NumFmtID]
		if own && !isDate(code) || !own && !builtInDate(*x.NumFmtID) {
			x.NumFmtID = &general
		}
	}
}

// builtInDate reports whether a format that workbooks do not spell out shows a date or a time (ECMA-376 part 1,
// 18.8.30).
func builtInDate(id int) bool {
	return id >= 14 && id <= 22 || id >= 27 && id <= 36 || id >= 45 && id <= 47 || id >= 50 && id <= 58
}

// isDate reports whether the first section of a number format shows a date or a time: it holds letters of these outside
// of quotes, and no places for digits but those of seconds.
func isDate(code string) bool {
	date := false
	for at := 0; at < len(code); at++ {
		switch c := code[at]; c {
		case ';':
			return date
		case '\\', '_', '*': // the next character is shown, or as wide as what is shown
			at++
		case '"':
			end := strings.IndexByte(code[at+1:], '"')
			if end < 0 {
				return date
			}
			at += end + 1
		case '[':
			end := strings.IndexByte(code[at:], ']')
			if end < 0 {
				return date
			}
			if inner := strings.ToLower(code[at+1 : at+end]); inner != "" && strings.Trim(inner, inner[:1]) == "" &&
				strings.Contains("hms", inner[:1]) {
				date = true // elapsed time
			}
			at += end
		case '0', '#', '?':
			before := strings.TrimRight(strings.ToLower(code[:at]), "0")
			if !strings.HasSuffix(before, "s.") && !strings.HasSuffix(before, "s,") && !strings.HasSuffix(before, "].") {
				return false
			}
		case 'y', 'Y', 'm', 'M', 'd', 'D', 'h', 'H', 's', 'S':
			date = true
		case 'G', 'g':
			if strings.HasPrefix(strings.ToLower(code[at:]), "general") {
				return false
			}
		case 'e', 'E':
			if date && at+1 < len(code) && (code[at+1] == '+' || code[at+1] == '-') {
				return false
			}
		}
	}
	return date
}

// shownText returns what a cell says, given its value and how it is shown: a number in full, a date or a truth as it is
// shown, so that it is not taken for a measurement.
func shownText(value, shown string) string {
	if value == shown || shown == "" {
		return value
	}
	if _, ok := number.Parse([]byte(value), '.'); !ok {
		return value
	}
	if _, ok := number.Parse([]byte(shown), '.'); ok {
		return value
	}
	return shown
}

// rowStart is the start of a row in the XML of a sheet, with its number.
var rowStart = regexp.MustCompile(`<(?:\w+:)?row\s[^<>]*?\br\s*=\s*["']([^"']*)["']`)

// rowNumbers refuses sheets with a row whose number is none: what is in it would be put into another row.
func rowNumbers(book *excelize.File) (bad error) {
	sheets(book, func(text []byte) bool {
		for len(text) > 0 && bad == nil {
			found := rowStart.FindSubmatchIndex(text)
			if found == nil {
				break
			}
			row := string(text[found[2]:found[3]])
			if n, err := strconv.Atoi(row); err != nil || n < 1 || n > excelize.TotalRows {
				bad = fmt.Errorf("a row has the number %q", row)
			}
			text = text[found[1]:]
		}
		return bad == nil
	})
	return bad
}

// sheets gives do the XML of each sheet until it returns false.
func sheets(book *excelize.File, do func(text []byte) bool) {
	book.Pkg.Range(func(name, part any) bool {
		text, ok := part.([]byte)
		path, named := name.(string)
		return !ok || !named || !strings.HasPrefix(path, "xl/worksheets/sheet") || do(text)
	})
}

// uncomputedCell is a cell with a formula and without a value.
var uncomputedCell = regexp.MustCompile(
	`<(?:\w+:)?f(?:\s[^<>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>`)

// uncomputed reports whether some sheet has a formula without a stored value.
func uncomputed(book *excelize.File) (some bool) {
	sheets(book, func(text []byte) bool {
		some = some || uncomputedCell.Match(text)
		return !some
	})
	return some
}
