package read

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/naming"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// summaryNames are names of rows that sum up the rows above them.
var summaryNames = map[string]bool{
	"average": true, "avg": true, "count": true, "cv": true, "grand mean": true, "grand total": true, "max": true,
	"maximum": true, "mean": true,
	"means": true, "median": true, "min": true, "minimum": true, "overall": true, "s.d.": true, "sd": true, "se": true,
	"sem": true, "st dev": true, "standard deviation": true,
	"summe": true, "gesamt": true, "insgesamt": true, "mittelwert": true, "somme": true, "moyenne": true, "suma": true,
	"media": true, "totale": true, "totaal": true, "somma": true, "promedio": true, "gemiddelde": true, "итого": true,
	"std": true, "std dev": true, "std. dev.": true, "stdev": true, "subtotal": true, "sum": true, "total": true,
	"totals": true, "var": true, "variance": true,
}

// mostSummaries limits how many of the last rows are looked at.
const mostSummaries = 8

// summaryNotes points out rows at the end of the table that sum up those above them.
func (r *result) summaryNotes() {
	var found []string
	t := r.table
	for i := len(t.Rows) - 1; i >= max(1, len(t.Rows)-mostSummaries); i-- {
		name := t.Rows[i]
		if !r.rowNames && len(t.Annotations) > 0 {
			name = t.Annotations[0].Values[i]
		}
		if !summaryNames[strings.ToLower(strings.TrimRight(strings.TrimSpace(name), ":"))] {
			break
		}
		found = append(found, name)
	}
	if len(found) == 0 {
		return
	}
	slices.Reverse(found)
	r.notes = append(r.notes, fmt.Sprintf(
		"%s at the end of the table, %s, may sum up the others and not be observed; leave %s out (Rows and columns, or --without-rows).",
		inference.Plural(len(found), "row"), words.QuoteSome(found, 5), words.ByNumber(len(found), "it", "them")))
}

// A stray is a record of the text that is no row of the table.
type strays struct {
	comments, footers, headers int  // headers repeat the column names
	comment, footer, again     mark // the first of each
	totals                     []string
	dropped                    []int   // by each rule of a known layout
	aside                      []Aside // some of them, as they stand
}

// drop counts a record that a rule of a known layout leaves out.
func (s *strays) drop(rule int) {
	for len(s.dropped) <= rule {
		s.dropped = append(s.dropped, 0)
	}
	s.dropped[rule]++
}

// mostFooters limits how many records may stand below the table.
const mostFooters = 30

// mayFoot reports whether a record of another width may stand below the table: a sentence, or a few words after a blank
// line. A sentence may have any number of separators in it; after a blank line it needs no other sign.
func (l *layout) mayFoot(fields [][]byte, apart bool) bool {
	if len(fields) == l.width || l.o.SkipEnd != 0 {
		return false
	}
	if apart && isSentence(fields) {
		return true
	}
	if len(fields) > l.width {
		return false
	}
	filled := 0
	for _, f := range fields {
		if len(f) > 0 {
			filled++
		}
	}
	if filled == 0 || filled > max(1, l.width/2) || looksNumeric(fields[0]) {
		return false
	}
	return apart || bytes.ContainsAny(fields[0], " :") || filled == 1 && l.width > 3 && len(fields[0]) > 12
}

// A padded record has a sentence in its first cell and nothing in the others. At the end of the text it stands below
// the table; elsewhere it is a row without values.
type padded struct {
	fields        [][]byte
	ordinal, line int
}

func keepPadded(fields [][]byte, ordinal, line int) padded {
	p := padded{make([][]byte, len(fields)), ordinal, line}
	p.fields[0] = bytes.Clone(fields[0])
	return p
}

// mayFootPadded reports whether a record of the width of the table may stand below it.
func (l *layout) mayFootPadded(fields [][]byte) bool {
	if l.width < 3 || len(fields) != l.width || l.o.SkipEnd != 0 || len(fields[0]) == 0 {
		return false
	}
	for _, f := range fields[1:] {
		if len(f) > 0 {
			return false
		}
	}
	return isSentence(fields)
}

// isSentence reports whether cells are a sentence that separators divide: the first has a colon, or three words and
// more, and then at most one of the others is a number.
func isSentence(fields [][]byte) bool {
	first := fields[0]
	if looksNumeric(first) {
		return false
	}
	numbers := 0
	for _, f := range fields[1:] {
		if looksNumeric(f) {
			numbers++
		}
	}
	colon := bytes.Contains(first, []byte(": ")) || bytes.HasSuffix(first, []byte(":"))
	return colon || len(bytes.Fields(first)) >= 3 && numbers < 2
}

// isHeader reports whether a record within the table repeats the names of the columns, as where files were joined.
func (l *layout) isHeader(fields [][]byte) bool {
	if l.width < 2 || len(fields) != len(l.names) {
		return false
	}
	for j, f := range fields {
		if string(f) != l.names[j] {
			return false
		}
	}
	return !looksNumeric(fields[l.width-1])
}

// countsOfNone reports whether a program that counts reads gives that name to a line that is no gene.
func countsOfNone(name []byte) bool {
	switch string(name) {
	case "N_unmapped", "N_multimapping", "N_noFeature", "N_ambiguous",
		"__no_feature", "__ambiguous", "__too_low_aQual", "__not_aligned", "__alignment_not_unique",
		"no_feature", "too_low_aQual", "not_aligned", "alignment_not_unique":
		return true
	}
	return false
}

// strayNotes lists the lines that were left out.
func (l *layout) strayNotes(s strays) {
	tell := func(n int, what, where string, first mark) {
		if n > 0 {
			l.notes = append(l.notes, fmt.Sprintf("%s%s %s left out: line %d, %q%s.", inference.Plural(n, what), where,
				words.Were(n), first.line, words.Shorten(cleanName(first.cell)), others(n)))
		}
	}
	tell(s.comments, "comment line", "", s.comment)
	tell(s.headers, "line", " with the column names once more", s.again)
	tell(s.footers, "line", " below the table", s.footer)
	if n := l.o.SkipEnd; n > 0 {
		l.notes = append(l.notes, fmt.Sprintf("%s at the end %s skipped, as asked.", inference.Plural(n, "line"),
			words.Were(n)))
	}
	if n := len(s.totals); n > 0 {
		l.notes = append(l.notes, fmt.Sprintf("%s of reads that belong to no gene %s left out: %s.",
			inference.Plural(n, "row"), words.Were(n), words.QuoteSome(s.totals, 5)))
	}
}

func others(n int) string {
	if n > 1 {
		return " and others"
	}
	return ""
}

// wordsEnd ends a note on words among the numbers of a column.
const wordsEnd = "read as missing. To keep the words, make the column an annotation (its role, or --annotations)."

// labels reports whether a column with words among its numbers holds names rather than numbers: its name says so, or
// its numbers are whole and some word holds a digit, as c168 among 1083 or 3+ among 0, 1 and 2.
func (r *result) labels(c *column, j int) bool {
	if r.header {
		if name := cleanName(r.layout.names[j]); naming.Identifiers(name) || naming.Person(name) || naming.Thing(name) {
			return true
		}
	}
	if c.fractions {
		return false
	}
	if c.tally.OfUnits > 0 && c.tally.Unsure { // 3a and 3b among 2
		return true
	}
	for word := range c.tally.Words {
		if strings.ContainsAny(word, "0123456789") {
			return true
		}
	}
	return false
}

// settleWords takes words among the numbers of columns for missing cells, and says so.
func (r *result) settleWords() {
	const most = 4 // columns with a note of their own
	var more []string
	told, cells := 0, 0
	for j := range r.body.columns {
		c := &r.body.columns[j]
		if c.Role != Number || c.booleans || c.texts == 0 {
			continue
		}
		c.Missing += c.texts
		said := inference.Plural(c.texts, "word") + " among its numbers"
		c.Note = said + ", read as missing: " + withCounts(c.tally.Words, 3)
		if told++; told > most {
			more, cells = append(more, c.Name), cells+c.texts
			continue
		}
		r.notes = append(r.notes, fmt.Sprintf("Column %q holds %s (%s; first in line %d), %s", c.Name, said,
			withCounts(c.tally.Words, 5), c.text.line, wordsEnd))
	}
	if cells > 0 {
		r.notes = append(r.notes, fmt.Sprintf("%s more of %s (%s) hold words among numbers, %s",
			inference.Plural(cells, "cell"), inference.Plural(len(more), "column"), words.QuoteSome(more, 5), wordsEnd))
	}
}

// wordsAdvice returns how to keep the words of a column that a note of settleWords is about; nil for other notes.
func wordsAdvice(note string) []Advice {
	rest, ok := strings.CutPrefix(note, "Column ")
	if !ok || !strings.HasSuffix(note, wordsEnd) {
		return nil
	}
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return nil
	}
	name, err := strconv.Unquote(quoted)
	if err != nil {
		return nil
	}
	return []Advice{
		{"Read again with " + words.Shorten(name) + " as an annotation", "Its cells stay as they are, words and " +
			"numbers; on the page Columns it can be taken as a category.", func(o Options) Options {
			o.Annotations = append(o.Annotations[:len(o.Annotations):len(o.Annotations)], name)
			return o
		}}}
}

// asWords reports whether cells of a column that are no numbers stay as they are: the user wants limits as text.
func (r *result) asWords(c *column) bool {
	return r.o.Limits == number.Text && c.tally.Limits == c.texts
}
