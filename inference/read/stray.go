package read

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/naming"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// wordsEnd ends a note on words among the numbers of a column.
const wordsEnd = "read as missing. To keep the words, make the column an annotation (its role, or --annotations)."

// labels reports whether a column with words among its numbers holds names rather than numbers: its name says so, or its
// numbers are whole and some word holds a digit, as c168 among 1083 or 3+ among 0, 1 and 2.
func (r *result) labels(c *column, j int) bool {
	if r.header {
		if name := cleanName(r.layout.names[j]); naming.Identifiers(name) || naming.Person(name) || naming.Thing(name) {
			return true
		}
	}
	if c.fractions {
		return false
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
	return []Advice{{"Read again with " + words.Shorten(name) + " as an annotation", "Its cells stay as they are, words and " +
		"numbers; on the page Columns it can be taken as a category.", func(o Options) Options {
		o.Annotations = append(o.Annotations[:len(o.Annotations):len(o.Annotations)], name)
		return o
	}}}
}

// asWords reports whether cells of a column that are no numbers stay as they are: the user wants limits as text.
func (r *result) asWords(c *column) bool {
	return r.o.Limits == number.Text && c.tally.Limits == c.texts
}
