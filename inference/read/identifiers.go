package read

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode"

	"example.org/espalier/inference"
)

// lastWords end the name of a column that identifies things; firstWords begin it.
var (
	lastWords = wordSet("id ids identifier identifiers accession accessions uid uuid guid mrn pmid doi entrez barcode barcodes fid iid " +
		"zip zipcode postcode plz isbn ssn phone orcid taxid")
	firstWords = wordSet("id")
	// numberWords end such a name after a word for a thing: "sample no", "patient number".
	numberWords = wordSet("no nr num number code key index ref #")
	things      = wordSet("gene sample patient subject cell probe probeset otu asv feature record case donor animal mouse plot site specimen " +
		"transcript protein individual participant person study visit row item user client customer order plate well isolate strain taxon " +
		"accession object observation entry line array chip spot catalog catalogue lab library tube slide")
)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// joinedID is a thing and what numbers it in one word: "geneid", "sampleno".
var joinedID = regexp.MustCompile(`^([a-z]+?)(ids?|no|nr|number|code|key|index|ref)$`)

// namesIdentifiers reports whether a column of that name holds identifiers, even where they are numbers.
func namesIdentifiers(name string) bool {
	words := wordsOf(name)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	if lastWords[last] || firstWords[words[0]] {
		return true
	}
	if len(words) > 1 && numberWords[last] && things[words[len(words)-2]] {
		return true
	}
	m := joinedID.FindStringSubmatch(last)
	return m != nil && things[m[1]]
}

// wordsOf splits a name at blanks and signs, and where a small letter meets a capital: "Entrez_GeneID" is entrez, gene, id.
func wordsOf(name string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	for _, r := range name {
		switch {
		case unicode.IsUpper(r) && len(word) > 0 && unicode.IsLower(word[len(word)-1]):
			end()
			word = append(word, r)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word = append(word, r)
		case r == '#' && len(words) > 0:
			end()
			words = append(words, "#")
		default:
			end()
		}
	}
	end()
	return words
}

// wellForm is the name of a well or a clone that could be read as a number with an exponent: 3E7.
var wellForm = regexp.MustCompile(`^\d{1,2}E\d{1,2}$`)

// mostDigits is how many digits of a whole number a float64 keeps for certain.
const mostDigits = 15

// look notes what makes the number x, written as f, rather a name.
func (c *column) look(x float64, f []byte, line int) {
	if !c.fractions && x != math.Trunc(x) {
		c.fractions = true
	}
	if len(f) > mostDigits && digitsOnly(f) && math.Abs(x) > 1<<53 {
		c.long.set(line, f)
	}
	if c.wells == c.numbers && len(f) >= 3 && len(f) <= 5 && wellForm.Match(f) {
		c.wells++
	}
}

func digitsOnly(f []byte) bool {
	for _, b := range f {
		if b-'0' >= 10 {
			return false
		}
	}
	return true
}

// asIdentifiers says why a column of numbers holds identifiers; "" if it does not seem to. What it says of wells holds only if
// all values differ.
func (r *result) asIdentifiers(c *column, j int) string {
	switch {
	case c.numbers == 0 || c.fractions:
		return ""
	case c.long.line > 0:
		return fmt.Sprintf("whole numbers of many digits such as %s, which would not keep all of them", shorten(c.long.cell))
	case c.wells == c.numbers && c.numbers > 2:
		return "names such as 3E7, not powers of ten"
	case r.header && namesIdentifiers(cleanName(r.layout.names[j])):
		return "identifiers by its name"
	}
	return ""
}

// identifierNotes tells which columns of numbers were taken for identifiers.
func (r *result) identifierNotes(taken []int) {
	byWhy, order := map[string][]string{}, []string{}
	for _, j := range taken {
		c := &r.body.columns[j]
		if len(byWhy[c.Note]) == 0 {
			order = append(order, c.Note)
		}
		byWhy[c.Note] = append(byWhy[c.Note], c.Name)
	}
	for _, why := range order {
		names := byWhy[why]
		r.notes = append(r.notes, fmt.Sprintf("%s %s and %s read as %s: %s.", inference.Plural(len(names), "column"), holdsOrHold(len(names), why), wasWere(len(names)),
			annotations(len(names)), quoteSome(names, 5)))
	}
}

func holdsOrHold(n int, what string) string {
	if n == 1 {
		return "holds " + what
	}
	return "hold " + what
}

// unsureNotes points out columns of whole numbers that all differ, in a table of other measurements: they may name the rows.
func (r *result) unsureNotes(numeric []int) {
	if r.body.rows < labelRows || len(numeric) < 2 {
		return
	}
	var found []int
	for k, j := range numeric {
		c := &r.body.columns[j]
		if c.Note != "" || c.fractions || c.numbers < r.body.rows || c.booleans || c.numbers == 0 {
			continue
		}
		seen, differ := make(map[float64]bool, r.body.rows), true
		inference.Rows(r.table.X, func(_ int, row []float64) bool {
			differ = !seen[row[k]]
			seen[row[k]] = true
			return differ
		})
		if differ {
			found = append(found, j)
		}
	}
	if len(found) == 0 || len(found) > 2 || 2*len(found) > len(numeric) {
		return // a table of counts, say
	}
	for _, j := range found {
		c := &r.body.columns[j]
		c.Note = "different whole numbers: possibly identifiers"
		r.notes = append(r.notes, fmt.Sprintf("Column %q contains a different whole number in every row; "+labelsEnd, c.Name))
	}
}
