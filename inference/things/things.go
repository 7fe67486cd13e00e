// Package things names the rows and columns of a table, such as samples and genes, and guesses these names.
package things

import (
	"regexp"
	"strings"
	"unicode"
)

// A Noun is the word for one thing and for several: "gene" and "genes". The zero value is for things without a name.
type Noun struct {
	One  string `json:"one,omitempty"`
	Many string `json:"many,omitempty"`
}

// Nouns name the rows and the columns of a table; the zero value says rows and columns.
type Nouns struct {
	Rows    Noun `json:"rows,omitzero"`
	Columns Noun `json:"columns,omitzero"`
}

// NounOf returns the noun of a word in the singular.
func NounOf(one string) Noun {
	if one == "" {
		return Noun{}
	}
	if many, odd := oddPlurals[one]; odd {
		return Noun{one, many}
	}
	for _, end := range []string{"ch", "sh", "s", "x"} {
		if strings.HasSuffix(one, end) {
			return Noun{one, one + "es"}
		}
	}
	return Noun{one, one + "s"}
}

var oddPlurals = map[string]string{"species": "species", "person": "people", "mouse": "mice", "taxon": "taxa",
	"country": "countries", "city": "cities", "county": "counties", "child": "children", "series": "series"}

// mostLetters is how long a noun is at most.
const mostLetters = 30

// Text returns the noun as a person writes it: "gene", or "mouse, mice" where the plural is not that of [NounOf].
func (n Noun) Text() string {
	if n == NounOf(n.One) {
		return n.One
	}
	return n.One + ", " + n.Many
}

// Read reads the form that [Noun.Text] writes: one word, or that for one and that for many. Long words are cut.
func Read(text string) Noun {
	one, many, both := strings.Cut(text, ",")
	n := NounOf(strings.TrimSpace(one))
	if many = strings.TrimSpace(many); both && many != "" && n.One != "" {
		n.Many = many
	}
	return n.short()
}

func (n Noun) short() Noun {
	cut := func(s string) string {
		r := []rune(strings.Join(strings.Fields(s), " "))
		return string(r[:min(len(r), mostLetters)])
	}
	if n = (Noun{cut(n.One), cut(n.Many)}); n.One == "" || n.Many == "" {
		return Noun{}
	}
	return n
}

// Short returns the nouns on one line and not too long, as they may come from a file.
func (t Nouns) Short() Nouns { return Nouns{t.Rows.short(), t.Columns.short()} }

// Turned returns the things of the transposed table.
func (t Nouns) Turned() Nouns { return Nouns{t.Columns, t.Rows} }

// Or returns the things, and where they have no name those of others.
func (t Nouns) Or(others Nouns) Nouns {
	if t.Rows == (Noun{}) {
		t.Rows = others.Rows
	}
	if t.Columns == (Noun{}) {
		t.Columns = others.Columns
	}
	return t
}

var rowsAndColumns = regexp.MustCompile(`\b([Rr]ows?|[Cc]olumns?|[Ll]eaf|[Ll]eaves)\b`)

// Say returns a text of ours with the names of the things in place of "row", "rows", "column" and "columns", and in
// place of "leaf" and "leaves", which are rows. The text must not hold names of the data.
func (t Nouns) Say(text string) string {
	if t == (Nouns{}) {
		return text
	}
	return rowsAndColumns.ReplaceAllStringFunc(text, func(word string) string {
		noun, plural := t.Rows, strings.HasSuffix(word, "s")
		if lower := strings.ToLower(word); strings.HasPrefix(lower, "column") {
			noun = t.Columns
		}
		own := noun.One
		if plural {
			own = noun.Many
		}
		switch {
		case own == "":
			return word
		case unicode.IsUpper(rune(word[0])):
			return strings.ToUpper(own[:1]) + own[1:]
		}
		return own
	})
}

// knownNouns are common names of rows, in the singular.
var knownNouns = map[string]bool{}

func init() {
	const list = `sample gene species patient subject individual specimen cell animal plant site plot
		country city county village region person student participant child donor mouse protein probe transcript
		taxon strain isolate metabolite peptide compound tumour tissue language flower penguin oil wine skull fossil
		genus family population community lake station quadrat respondent customer product document cultivar
		accession line`
	for _, n := range strings.Fields(list) {
		knownNouns[n] = true
	}
}

// called are other words over the names of rows.
var called = map[string]string{"symbol": "gene", "hgnc": "gene", "ensembl": "gene", "entrez": "gene", "orf": "gene",
	"probeset": "probe", "ref": "probe", "barcode": "cell", "tumor": "tumour", "uniprot": "protein"}

// nounOf returns the noun that a header over names, or the part before their numbers, says; "" for none.
func nounOf(text string) string {
	parts := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	for i, p := range parts {
		for _, end := range []string{"", "s", "id", "ids", "name", "names", "no", "symbol"} {
			cut, ok := strings.CutSuffix(p, end)
			if !ok {
				continue
			}
			if knownNouns[cut] && (i == 0 || len(parts) <= 2) {
				return cut
			}
			if n := called[cut]; n != "" {
				return n
			}
			for one, many := range oddPlurals {
				if cut == many && knownNouns[one] {
					return one
				}
			}
		}
	}
	return ""
}

var numbered = regexp.MustCompile(`^([A-Za-z]{3,})[ _.-]?\d+$`)

// nounOfNames returns the noun that all of some names are numbers of, such as patient001; "" for none.
func nounOfNames(names []string) string {
	first := ""
	for i, name := range names {
		m := numbered.FindStringSubmatch(name)
		if m == nil || i > 0 && m[1] != first {
			return ""
		}
		first = m[1]
	}
	return nounOf(first)
}

var (
	sureGenes   = regexp.MustCompile(`^(ENS[A-Z]*[GT]\d{6,}(\.\d+)?|Y[A-P][LR]\d{3}[WC](-[A-Z])?|C\d+orf\d+)$`)
	geneSymbols = regexp.MustCompile(`^([A-Z][A-Z0-9]{1,7}[0-9][A-Z0-9]{0,4})(-AS\d|-\d)?$`)
	probeNames  = regexp.MustCompile(`^\d+(_[a-z]+)*_at$`)
)

// mostAre is the share of names that look like genes from which things are genes, of at least leastSeen names. Symbols
// begin with at least leastStems different letters, unlike things that are numbered.
const (
	mostAre    = 0.6
	leastSeen  = 20
	leastStems = 5
)

// nounOfForm returns the noun that the form of names suggests: genes or probes; "" for neither.
func nounOfForm(names []string) string {
	genes, probes, stems := 0, 0, map[string]bool{}
	for _, n := range names {
		switch {
		case sureGenes.MatchString(n):
			genes++
			stems[n] = true
		case probeNames.MatchString(n):
			probes++
		case geneSymbols.MatchString(n):
			genes++
			stems[strings.TrimRight(n, "0123456789")] = true
		}
	}
	switch least := mostAre * float64(len(names)); {
	case len(names) < leastSeen:
	case float64(probes) >= least:
		return "probe"
	case float64(genes) >= least && len(stems) >= leastStems:
		return "gene"
	}
	return ""
}

// Guess guesses the nouns for rows and columns of a table from the header over the names of its rows, these names and
// those of the columns. samplesAcross says that by its form the file has samples as its columns.
func Guess(header string, rows, columns []string, samplesAcross bool) Nouns {
	row, column := nounOf(header), ""
	for _, n := range []string{nounOfNames(rows), nounOfForm(rows)} {
		if row == "" {
			row = n
		}
	}
	for _, n := range []string{nounOfForm(columns), nounOfNames(columns)} {
		if column == "" {
			column = n
		}
	}
	measured := func(n string) bool { return n == "gene" || n == "probe" || n == "transcript" || n == "protein" }
	switch {
	case row == "" && samplesAcross:
		row = "gene"
	case row == "" && measured(column):
		row = "sample"
	}
	if column == "" && measured(row) {
		column = "sample"
	}
	if row == column {
		column = ""
	}
	return Nouns{NounOf(row), NounOf(column)}
}
