package read

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
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
	named.Remedy = strings.TrimSpace(fmt.Sprintf("%s This is the sheet %q; the workbook also has %s (Sheet, or --sheet).", e.Remedy, l.decoded.sheet, quoteSome(l.decoded.others(), 5)))
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
	width := commonExtent(records[1:])
	return width > 1 && slices.Contains(numericColumns(records[1:], width, '.', missing), true)
}

// emptyLeft returns how many columns at the left of a sheet are empty.
func emptyLeft(text []byte) int {
	left := -1
	for rest := text; len(rest) > 0; {
		line := rest[:firstLine(rest)]
		rest = rest[len(line):]
		line = bytes.TrimRight(line, "\n")
		if cells := bytes.TrimLeft(line, "\t"); len(cells) > 0 && (left < 0 || len(line)-len(cells) < left) {
			left = len(line) - len(cells)
		}
	}
	return max(left, 0)
}

// squared takes empty columns off the left of a sheet and gives all its rows that hold something equally many cells: a sheet
// has no cells after the last that is filled.
func squared(text []byte) []byte {
	width, left, long := 0, emptyLeft(text), false
	for rest := text; len(rest) > 0; {
		line := rest[:firstLine(rest)]
		rest = rest[len(line):]
		line = bytes.TrimRight(line, "\n")
		if len(bytes.Trim(line, "\t")) > 0 {
			n := bytes.Count(line, []byte{'\t'}) + 1
			long = long || width > 0 && n != width
			width = max(width, n)
		}
	}
	if !long && left == 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for rest := text; len(rest) > 0; {
		line := rest[:firstLine(rest)]
		rest = rest[len(line):]
		line = bytes.TrimRight(line, "\n")
		if len(bytes.Trim(line, "\t")) > 0 {
			out = append(out, line[left:]...)
			out = append(out, bytes.Repeat([]byte{'\t'}, width-1-bytes.Count(line, []byte{'\t'}))...)
		}
		out = append(out, '\n')
	}
	return out
}
