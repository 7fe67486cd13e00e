package read

import (
	"bytes"
	"strconv"

	"example.org/espalier/inference/read/naming"
)

// align looks for columns that stand below each other, apart by two blanks or more, with cells that hold single blanks:
//
//	ID        Length  Width
//	plot 1    10.1    2.2
//
// Such runs of blanks become tabs. It leaves other texts as they are, and those that are too large to be in memory.
func (l *layout) align() {
	if l.stream != nil || l.decoded.format.has != nil || l.separator != 0 && l.separator != ' ' ||
		!bytes.Contains(l.text, []byte("  ")) {
		return
	}
	if l.separator == 0 {
		if separator, _ := guessSeparator(l.text, l.missing); separator != ' ' {
			return
		}
	}
	if single := sample(l.text, ' '); len(single) < 2 || even(single) {
		return // single blanks separate
	}
	tabbed := tabbedRuns(l.text)
	records := sample(tabbed, '\t')
	if len(records) < 2 || len(records[0]) < 2 || !even(records) {
		return
	}
	l.text, l.separator, l.aligned = tabbed, '\t', true
	l.notes = append(l.notes, "Two blanks or more separate the columns, since cells hold single blanks.")
}

// even reports whether all records have the same number of fields.
func even(records [][]string) bool {
	for _, r := range records {
		if len(r) != len(records[0]) {
			return false
		}
	}
	return true
}

// tabbedRuns returns text with runs of two blanks or more, within lines, as tabs. Those at the ends of lines go.
func tabbedRuns(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for at := 0; at < len(text); {
		end := at + firstLine(text[at:])
		line := bytes.TrimRight(text[at:end], "\r\n")
		ending := text[at+len(line) : end]
		line = bytes.Trim(line, " ")
		for k := 0; k < len(line); k++ {
			if line[k] == ' ' && k+1 < len(line) && line[k+1] == ' ' {
				for k+1 < len(line) && line[k+1] == ' ' {
					k++
				}
				out = append(out, '\t')
				continue
			}
			out = append(out, line[k])
		}
		out, at = append(out, ending...), end
	}
	return out
}

// blankInNames reports whether records with one field more than the header have names with a blank rather than rows
// without a name in the header, as R writes them: the header names a column of names, and the rows are not named by
// numbers or apart.
func blankInNames(header []string, sample [][]string) bool {
	if !identifierName(cleanName(header[0])) && !naming.Identifiers(cleanName(header[0])) {
		return false
	}
	seen, repeated, counted := map[string]bool{}, false, true
	words := 0
	for i, record := range sample {
		if len(record) < 2 {
			return false
		}
		repeated = repeated || seen[record[0]]
		seen[record[0]] = true
		counted = counted && record[0] == strconv.Itoa(i+1)
		if !looksNumeric([]byte(record[1])) {
			words++
		}
	}
	return !counted && (repeated || words == len(sample))
}
