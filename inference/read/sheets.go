package read

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference/read/heads"
	"example.org/espalier/inference/words"
)

// others returns the sheets of a workbook that were not read.
func (d decoded) others() []string {
	return slices.DeleteFunc(slices.Clone(d.sheets), func(name string) bool { return name == d.sheet })
}

// otherSheets adds to an error of a workbook that it has other sheets.
func otherSheets(l *layout, e *Error) *Error {
	if e == nil || l == nil || len(l.decoded.sheets) < 2 {
		return e
	}
	named := *e
	named.Remedy = strings.TrimSpace(fmt.Sprintf("%s This is the sheet %q; the workbook also has %s (Sheet, or "+
		"--sheet).", e.Remedy, l.decoded.sheet, words.QuoteSome(l.decoded.others(), 5)))
	return &named
}

// tabular reports whether the text of a sheet looks like a table: at least two columns and two rows, and a
// column of numbers below the header.
func tabular(text []byte, missing missingCodes) bool {
	records := sample(text, '\t')
	records = records[titles(records, missing):]
	if len(records) < 3 {
		return false
	}
	width := heads.Extent(records[1:])
	return width > 1 && slices.Contains(numericColumns(records[1:], width, '.', missing), true)
}

// squared takes empty columns off the left of a sheet and gives all its rows that hold something equally many cells: a
// sheet has no cells after the last that is filled. It also returns how many columns it took off.
func squared(text []byte) (square []byte, left int) {
	width, left, ragged := 0, -1, false
	for rest := text; len(rest) > 0; {
		var line []byte
		line, rest = sheetRow(rest)
		cells := bytes.TrimLeft(line, "\t")
		if len(cells) == 0 {
			continue
		}
		if before := len(line) - len(cells); left < 0 || before < left {
			left = before
		}
		n := bytes.Count(line, []byte{'\t'}) + 1
		ragged = ragged || width > 0 && n != width
		width = max(width, n)
	}
	left = max(left, 0)
	if !ragged && left == 0 {
		return text, 0
	}
	square = make([]byte, 0, len(text))
	for rest := text; len(rest) > 0; {
		var line []byte
		line, rest = sheetRow(rest)
		if len(bytes.Trim(line, "\t")) > 0 {
			square = append(square, line[left:]...)
			square = append(square, bytes.Repeat([]byte{'\t'}, width-1-bytes.Count(line, []byte{'\t'}))...)
		}
		square = append(square, '\n')
	}
	return square, left
}

// sheetRow returns the first row of a sheet and what follows it.
func sheetRow(text []byte) (row, rest []byte) {
	n := firstLine(text)
	return bytes.TrimRight(text[:n], "\n"), text[n:]
}
