package read

import (
	"fmt"
	"slices"

	"example.org/espalier/inference"
)

// mostTitles limits how many records are searched for the header.
const mostTitles = 30

// skipTitles skips the lines that Options.Skip names or, if they are to be guessed, those above the header, and returns
// the first records of the table.
func (l *layout) skipTitles(records [][]string) [][]string {
	if l.o.Skip != 0 || l.decoded.format.has != nil && l.decoded.sheet == "" { // other formats say where the table begins
		return records
	}
	n := titles(records, l.missing)
	if n == 0 {
		return records
	}
	s := newScanner(l.text, l.separator)
	s.line = l.firstLine
	for range n + 1 {
		if _, _, fault := s.next(); fault != nil {
			return records
		}
	}
	first := ""
	for _, cell := range slices.Concat(records[:n]...) {
		if first = shorten(cleanName(cell)); first != "" {
			break
		}
	}
	l.titles = s.beganLine - l.firstLine
	l.text, l.firstLine = l.text[s.began:], s.beganLine
	if l.decoded.sheet != "" { // a title may have stood left of the table
		var left int
		l.text, left = squared(l.text)
		for i := n; i < len(records); i++ {
			records[i] = records[i][min(left, len(records[i])):]
		}
	}
	note := inference.Plural(l.titles, "line") + " above the table " + wasWere(l.titles) + " skipped"
	if first != "" {
		note += fmt.Sprintf(", which begin with %q", first)
		if l.titles == 1 {
			note = fmt.Sprintf("1 line above the table was skipped: %q", first)
		}
	}
	l.notes = append(l.notes, note+". "+l.whereToSkip())
	return records[n:]
}

// whereToSkip names what the user can choose instead.
func (l *layout) whereToSkip() string {
	if l.decoded.sheet != "" {
		return "If the table begins elsewhere, choose its cells (Cells, or --range) or the rows to skip (Skip lines, or --skip-lines)."
	}
	return "If the table begins elsewhere, choose the lines to skip (Skip lines, or --skip-lines)."
}

// skipLines drops the lines that the user wants skipped.
func (l *layout) skipLines() *Error {
	for range max(0, l.o.Skip) {
		if len(l.text) == 0 {
			return &Error{File: l.file, What: fmt.Sprintf("has fewer than %s", inference.Plural(l.o.Skip, "line")), Remedy: "Skip fewer lines."}
		}
		l.dropLine()
		l.titles++
	}
	if l.titles > 0 && l.decoded.sheet != "" { // what was skipped may have stood left of the table
		l.text, _ = squared(l.text)
	}
	return nil
}

// titles returns how many of the first records stand above the header: records with few cells, followed by one
// that is as wide as the table below it. That one names columns of numbers, or those above it are too short
// to be rows.
func titles(records [][]string, missing missingCodes) int {
	width := commonExtent(records)
	if width < 2 {
		return 0
	}
	n, short, words := 0, true, true
	for ; n < min(len(records), mostTitles); n++ {
		filled, extent := 0, 0
		for j, cell := range records[n] {
			if cell != "" {
				filled, extent = filled+1, j+1
				words = words && !looksNumeric([]byte(cell))
			}
		}
		if filled > max(1, width/2) {
			break
		}
		short = short && extent < width-1
	}
	if n == 0 || n == mostTitles || len(records) < n+2 {
		return 0
	}
	header, body := records[n], records[n+1:]
	if names(header, body, width, missing) || short && words {
		return n
	}
	return 0
}

// names reports whether a record holds a word above each column of numbers.
func names(header []string, body [][]string, width int, missing missingCodes) bool {
	numeric := numericColumns(body, width, '.', missing)
	if !slices.Contains(numeric, true) {
		numeric = numericColumns(body, width, ',', missing)
	}
	if len(header) == width-1 { // the column of row names has no name
		numeric = numeric[1:]
	}
	found := false
	for j, number := range numeric {
		if !number {
			continue
		}
		if j >= len(header) || header[j] == "" || looksNumeric([]byte(header[j])) || missing.has([]byte(header[j])) {
			return false
		}
		found = true
	}
	return found
}

// commonExtent returns the most frequent place, from 1, of the last cell that is not empty; the greater one on a tie.
func commonExtent(records [][]string) (width int) {
	count := map[int]int{}
	for _, record := range records {
		extent := len(record)
		for extent > 0 && record[extent-1] == "" {
			extent--
		}
		count[extent]++
	}
	for w, c := range count {
		if c > count[width] || c == count[width] && w > width {
			width = w
		}
	}
	return width
}
