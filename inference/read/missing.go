package read

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/sentinel"
	"example.org/espalier/inference/words"
)

// DefaultMissing are the codes of a missing cell where Options.Missing is nil. Those of
// AmongNumbers are codes only in columns of numbers.
var DefaultMissing = slices.Concat(plainMissing, notNumbers, spreadsheetErrors, AmongNumbers)

var plainMissing = []string{"NA", "NaN", "N/A", "n.a.", "<NA>", "null", "?", "."}

// notNumbers are what C, Fortran and their relatives print for 0/0.
var notNumbers = []string{"-nan", "+nan", "nan(ind)", "-nan(ind)", "1.#IND", "-1.#IND",
	"1.#QNAN", "-1.#QNAN", "1.#SNAN"}

// spreadsheetErrors are what Excel, LibreOffice and Google Sheets show in place of a value.
var spreadsheetErrors = []string{
	"#N/A", "#DIV/0!", "#NUM!", "#VALUE!", "#REF!", "#NAME?", "#NULL!", "#SPILL!", "#CALC!", "#FIELD!", "#BLOCKED!",
	"#CONNECT!", "#UNKNOWN!", "#BUSY!", "#GETTING_DATA", "#EXTERNAL!", "#PYTHON!", "#TIMEOUT!", "#ERROR!",
	"Err:501", "Err:502", "Err:503", "Err:504", "Err:508", "Err:509", "Err:511", "Err:512", "Err:513",
	"Err:522", "Err:523", "Err:524",
	"Err:532",
}

// AmongNumbers are codes of a missing cell in a column whose other cells are numbers. Beside other words
// they are words like them: "none" may be a treatment, "-" a strand.
var AmongNumbers = []string{"-", "--", "–", "—", "−", "none", "nd", "n.d.", "missing"}

// missingCodes are the codes of a missing cell, matched without regard to case.
type missingCodes struct {
	codes   map[string]bool // in lower case; true for those that are codes only among numbers
	longest int             // bytes of the longest code
	numbers bool            // some code is a number and must be looked for first
}

// Usual among the codes of missing cells stands for all of DefaultMissing.
const Usual = "usual"

// withUsual returns codes with those that Usual stands for.
func withUsual(codes []string) []string {
	if i := slices.Index(codes, Usual); i >= 0 {
		return slices.Concat(codes[:i], DefaultMissing, codes[i+1:])
	}
	return codes
}

// newMissingCodes returns the codes that were chosen, nil for the default ones. A code of AmongNumbers that was chosen
// is one in every column, unless it only stands beside all the others that are usual.
func newMissingCodes(codes []string) missingCodes {
	weak := true
	codes = withUsual(codes)
	for _, code := range DefaultMissing {
		// Lists of before lack the notes of what is no number.
		weak = weak && (codes == nil || slices.Contains(codes, code) || slices.Contains(notNumbers, code))
	}
	if codes == nil {
		codes = DefaultMissing
	}
	m := missingCodes{codes: make(map[string]bool, len(codes))}
	for _, code := range codes {
		among := weak && slices.Contains(AmongNumbers, code)
		code = lower(strings.TrimSpace(code))
		m.codes[code] = among
		m.longest = max(m.longest, len(code))
		m.numbers = m.numbers || looksNumeric([]byte(code))
	}
	return m
}

// has reports whether b is a code in every column.
func (m missingCodes) has(b []byte) bool {
	code, among := m.find(b)
	return code && !among
}

// among reports whether b is a code in a column of numbers.
func (m missingCodes) among(b []byte) bool {
	code, _ := m.find(b)
	return code
}

// find reports whether b is a code, and whether it is one only among numbers.
func (m missingCodes) find(b []byte) (code, among bool) {
	if len(b) == 0 {
		return true, false
	}
	if len(b) > m.longest {
		return false, false
	}
	var buffer [32]byte
	small := append(buffer[:0], b...)
	for i, c := range small {
		if c >= 'A' && c <= 'Z' {
			small[i] = c + 'a' - 'A'
		}
	}
	among, code = m.codes[string(small)]
	return code, among
}

// lower changes the letters A to Z to lower case, as find does.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// settleMissing decides in which columns the codes of AmongNumbers are missing cells, and says so. In other columns
// they are words.
func (r *result) settleMissing() {
	var names []string
	cells := 0
	for j := range r.body.columns {
		c := &r.body.columns[j]
		switch {
		case c.among == 0:
		case c.numberish():
			c.Missing += c.among
			cells += c.among
			names = append(names, r.names[j])
			c.amongMissing = true
		default:
			c.texts += c.among
			if c.text.line == 0 || c.amongAt.line < c.text.line {
				c.text = c.amongAt
			}
		}
	}
	if cells > 0 {
		r.notes = append(r.notes,
			fmt.Sprintf("%s such as %q %s read as missing in %s of numbers: %s.", inference.Plural(cells, "cell"), r.amongCell(),
				words.Were(cells), inference.Plural(len(names), "column"), words.QuoteSome(names, 5)))
	}
}

// amongCell returns the first cell that settleMissing took for missing.
func (r *result) amongCell() string {
	first := mark{}
	for j := range r.body.columns {
		if c := &r.body.columns[j]; c.amongMissing && (first.line == 0 || c.amongAt.line < first.line) {
			first = c.amongAt
		}
	}
	return first.cell
}

// lacks reports whether a cell of the column is missing.
func (c *column) lacks(m missingCodes, cell string) bool {
	code, among := m.find([]byte(cell))
	return code && (!among || c.amongMissing)
}

// settleSentinels takes numbers such as −999 for missing where they hardly can be measurements, unless the codes of
// missing cells were chosen.
func (r *result) settleSentinels() {
	if r.o.Missing != nil {
		return
	}
	columns, any := make([][]sentinel.Found, len(r.body.columns)), false
	for j := range r.body.columns {
		c := &r.body.columns[j]
		if c.Role != Number || c.booleans || c.numbers == 0 || !sentinel.Is(c.low) && !sentinel.Is(c.high) {
			continue
		}
		var facts sentinel.Facts
		for i := range r.body.rows {
			if x := r.body.cells.At(i, j); !math.IsNaN(x) {
				facts.Add(x)
			}
		}
		columns[j], any = facts.Find(), true
	}
	if !any && len(r.o.Codes) == 0 {
		return
	}
	cells := 0
	var names []string
	for j, found := range sentinel.Certain(columns) {
		found = r.alsoCodes(j, found)
		if len(found) == 0 {
			continue
		}
		c := &r.body.columns[j]
		c.sentinels, names = found, append(names, c.Name)
		for _, f := range found {
			r.codes = append(r.codes, f.Code)
			c.Missing, c.numbers, cells = c.Missing+f.Times, c.numbers-f.Times, cells+f.Times
		}
		c.low, c.high = math.Inf(1), math.Inf(-1)
		for i := range r.body.rows {
			if x := r.body.cells.At(i, j); !math.IsNaN(x) && !sentinel.Among(found, x) {
				c.low, c.high = min(c.low, x), max(c.high, x)
			}
		}
	}
	if cells == 0 {
		return
	}
	slices.Sort(r.codes)
	r.codes = slices.Compact(r.codes)
	texts := make([]string, len(r.codes))
	for k, x := range r.codes {
		texts[k] = sentinel.Text(x)
	}
	r.notes = append(r.notes, fmt.Sprintf("%s of %s, far from all other numbers, %s read as missing in %s: %s. %s",
		inference.Plural(cells, "cell"), strings.Join(texts, ", "), words.Were(cells), inference.Plural(len(names),
			"column"), words.QuoteSome(names, 5), sentinelsEnd))
}

// alsoCodes adds to the codes found in a column those that it has in another table.
func (r *result) alsoCodes(j int, found []sentinel.Found) []sentinel.Found {
	c := &r.body.columns[j]
	if c.Role != Number || c.booleans {
		return found
	}
	for _, code := range r.o.Codes[c.Name] {
		more := []sentinel.Found{{Code: code, Strong: true}}
		if sentinel.Among(found, code) {
			continue
		}
		for i := range r.body.rows {
			if sentinel.Among(more, r.body.cells.At(i, j)) {
				more[0].Times++
			}
		}
		if more[0].Times > 0 {
			found = append(found, more[0])
		}
	}
	return found
}

// sentinelsEnd is the end of a note on numbers that were taken for missing cells.
const sentinelsEnd = "To keep them as numbers, choose the codes of missing cells (Missing cells, or --missing=usual)."
