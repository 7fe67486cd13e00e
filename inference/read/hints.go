package read

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/naming"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// A column of labels written as numbers has few values, each in many rows.
const (
	labelLevels = 12
	labelRows   = 20
)

// labelNotes points out columns of numbers that may be labels, either by their name or because they
// hold few whole numbers among continuous columns. Models would take them for measurements. Zeros and ones look like
// yes/no, which is said elsewhere.
func (r *result) labelNotes(numeric []int) {
	if len(numeric) > 1 {
		r.sharedNotes(numeric)
		r.setNotes(numeric)
	}
	if r.body.rows < labelRows || len(numeric) < 2 {
		return
	}
	continuous := 0
	for _, j := range numeric {
		if r.body.columns[j].Kind == inference.Continuous {
			continuous++
		}
	}
	for k, j := range numeric {
		c := &r.body.columns[j]
		if c.Note != "" || c.booleans || r.use(j) == known.Measured || !(2*continuous >= len(numeric) ||
			naming.HintsLabels(c.Name)) {
			continue
		}
		if levels := r.wholeLevels(k); levels > 0 && (levels != 2 || c.low != 0 || c.high != 1 ||
			naming.HintsLabels(c.Name)) {
			c.Note = fmt.Sprintf("%d different whole numbers: possibly labels", levels)
			r.notes = append(r.notes,
				fmt.Sprintf("Column %q contains %d different whole numbers. If they are grades or categories, say so "+
					"(Columns, or --kind); if they are labels, "+inference.LabelsEnd, c.Name, levels))
		}
	}
}

// wholeLevels returns the number of different values of column k of the table if they are few and
// whole, and 0 otherwise.
func (r *result) wholeLevels(k int) int {
	seen := map[float64]bool{}
	for i := range r.body.rows {
		x := r.table.X.At(i, k)
		if math.IsNaN(x) || seen[x] {
			continue
		}
		if seen[x] = true; x != math.Trunc(x) || len(seen) > labelLevels {
			return 0
		}
	}
	return len(seen)
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
	if c.numbers == 0 {
		c.start, c.counting = x, x == 0 || x == 1
	} else if c.counting {
		c.counting = x == c.start+float64(c.numbers)
	}
	c.design.Add(x)
	if c.days == c.numbers && isDay(x) {
		c.days++
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

// asIdentifiers says why a column of numbers holds identifiers; "" if it does not seem to. What it says of wells holds
// only if all values differ.
func (r *result) asIdentifiers(c *column, j int) string {
	switch {
	case c.numbers == 0 || c.fractions:
		return ""
	case c.long.line > 0:
		return fmt.Sprintf("whole numbers of many digits such as %s, which would not keep all of them",
			words.Shorten(c.long.cell))
	case c.wells == c.numbers && c.numbers > 2:
		return "names such as 3E7, not powers of ten"
	case r.header && naming.Identifiers(cleanName(r.layout.names[j])):
		return "identifiers, by name,"
	case r.numbersRows(c, j):
		return numbering
	case j != r.first && c.numbers == r.body.rows && slices.Contains(r.body.alike, j) && !r.sequence() &&
		r.maybeNames(&r.body.columns[r.first]):
		return byNames
	case c.numbers == r.body.rows && c.design.Set():
		return byDesign
	case c.serialDays() && r.header && naming.Days(cleanName(r.layout.names[j])):
		return "days as spreadsheets count them, such as 44259,"
	case c.calendar(r.body.rows):
		return "dates such as 20190403"
	case r.header && naming.Person(cleanName(r.layout.names[j])):
		return "the numbers of those who were observed"
	case r.header && naming.Thing(cleanName(r.layout.names[j])):
		return byThing
	}
	return ""
}

// withError is a number with its error: 1.5 ± 0.2, 1.5 +/- 0.2, 1.5 (0.2).
var withError = regexp.MustCompile(`^[-−+]?\d+(?:[.,]\d+)?\s*(?:(?:±|\+/?-)\s*\d+(?:[.,]\d+)?|\(\d+(?:[.,]\d+)?\))$`)

// errorNotes points out columns of text that hold numbers with their errors.
func (r *result) errorNotes() {
	var names []string
	example := ""
	for j := range r.body.columns {
		c := &r.body.columns[j]
		if c.Role != Annotation || len(c.values) == 0 {
			continue
		}
		found, others := "", false
		for _, v := range c.values {
			switch {
			case c.lacks(r.missing, v):
			case withError.MatchString(v):
				found = v
			case !looksNumeric([]byte(v)):
				others = true
			}
		}
		if found != "" && !others {
			names = append(names, c.Name)
			example = found
		}
	}
	if len(names) > 0 {
		columns := inference.Plural(len(names), "column") + words.ByNumber(len(names), " holds", " hold")
		r.notes = append(r.notes, fmt.Sprintf("%s numbers with their errors, such as %q, and stayed text: %s. Put the "+
			"errors into columns of their own to use the numbers.", columns, example, words.QuoteSome(names, 5)))
	}
}

// byThing says why a column of numbers that all differ was read as an annotation.
const byThing = "a different number for each thing it names"

// calendar reports whether all numbers of a column can be days written as 20190403.
func (c *column) calendar(rows int) bool {
	const fewest = 3
	return c.days == c.numbers && c.numbers >= fewest && c.numbers >= rows/2
}

// serialDays reports whether all numbers can be days since 1900, of the years 1955 to 2064.
func (c *column) serialDays() bool {
	const first, last = 20000, 60000
	return c.low >= first && c.high <= last
}

// isDay reports whether a whole number is a day of the years 1900 to 2099.
func isDay(x float64) bool {
	day := int(x)
	if x < 19000101 || x > 20991231 || float64(day) != x {
		return false
	}
	month := day / 100 % 100
	return month >= 1 && month <= 12 && day%100 >= 1 && day%100 <= 31
}

// numbering says why a column of numbers was read as an annotation.
const numbering = "the numbers of the rows"

// numbersRows reports whether a column counts the rows under a name that programs give to such a column, or without
// one.
func (r *result) numbersRows(c *column, j int) bool {
	const fewestRows = 3
	return r.header && c.counting && c.numbers == r.body.rows && c.numbers >= fewestRows &&
		naming.Numbering(cleanName(r.layout.names[j]))
}

// byLabel says why a column of numbers was read as an annotation.
const byLabel = "labels, by name,"

// byNames says why a column of numbers was read as an annotation.
const byNames = "what names the rows,"

// byDesign says why a column of numbers was read as an annotation: they stand in the order of an experiment.
const byDesign = "numbers of the design, such as blocks, doses and times, and not measurements,"

// mayBeLabel reports whether a column of whole numbers is a label by its name, before its texts are known.
func (r *result) mayBeLabel(c *column, j int) bool {
	return r.header && c.numbers > 0 && !c.fractions && r.body.rows >= labelRows &&
		naming.Labels(cleanName(r.layout.names[j]))
}

// fewLevels reports whether the texts of a column are few, each in several rows, as those of labels are.
func (r *result) fewLevels(c *column) bool {
	rowsPerLevel, most := 3, labelLevels
	if naming.ManyLabels(c.Name) {
		rowsPerLevel, most = 2, r.body.rows
	}
	seen := map[string]bool{}
	for _, v := range c.values {
		if seen[v] = seen[v] || !r.missing.has([]byte(v)); len(seen) > most+1 {
			return false
		}
	}
	levels := 0
	for _, is := range seen {
		if is {
			levels++
		}
	}
	return levels > 1 && levels <= most && rowsPerLevel*levels <= c.numbers
}

// unlessAllAreLabels takes labels by name for numbers after all, where few other columns would be left, and numbers
// of a design or of the rows where none would be.
func (r *result) unlessAllAreLabels(identifying []int) []int {
	numbers, labels := 0, 0
	for j := range r.body.columns {
		switch c := &r.body.columns[j]; {
		case c.Role == Number:
			numbers++
		case c.Note == byLabel:
			labels++
		}
	}
	return slices.DeleteFunc(identifying, func(j int) bool {
		c := &r.body.columns[j]
		if c.Note == byLabel && labels > numbers || (c.Note == byDesign || c.Note == byNames) && numbers == 0 {
			c.Role, c.Note, c.identifies = Number, "", false
		}
		return !c.identifies
	})
}

// mostNamed is how many columns a note on identifiers names.
const mostNamed = 12

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
		r.notes = append(r.notes, fmt.Sprintf("%s %s and %s read as %s: %s.", inference.Plural(len(names), "column"),
			words.ByNumber(len(names), "holds ", "hold ")+why, words.Were(len(names)),
			words.ByNumber(len(names), "an annotation", "annotations"), words.QuoteSome(names, mostNamed)))
	}
}

// mayName reports whether it says something that n whole numbers of a column all differ: more than three pairs would
// be equal if they were scattered over the range, or all have as many digits, four or more, in rows without a name.
func (c *column) mayName(n int, named bool) bool {
	const fewestPairs, leastDigits = 3, 1000
	if pairs := float64(n) * float64(n-1) / 2; pairs > fewestPairs*(c.high-c.low+1) {
		return true
	}
	return !named && c.low >= leastDigits && math.Floor(math.Log10(c.low)) == math.Floor(math.Log10(c.high))
}

// unsureNotes points out columns of whole numbers that all differ, in a table of other measurements: they may name the
// rows.
func (r *result) unsureNotes(numeric []int) {
	if r.body.rows < labelRows || len(numeric) < 2 {
		return
	}
	var found []int
	named := r.rowNames && r.body.columns[r.first].texts > 0
	for k, j := range numeric {
		c := &r.body.columns[j]
		if c.Note != "" || c.fractions || r.use(j) == known.Measured || c.numbers < r.body.rows ||
			c.booleans || c.numbers == 0 {
			continue
		}
		seen, differ := make(map[float64]bool, r.body.rows), true
		inference.Rows(r.table.X, func(_ int, row []float64) bool {
			differ = !seen[row[k]]
			seen[row[k]] = true
			return differ
		})
		if differ && c.mayName(r.body.rows, named) {
			found = append(found, j)
		}
	}
	if len(found) == 0 || len(found) > 2 || 2*len(found) > len(numeric) {
		return // a table of counts, say
	}
	for _, j := range found {
		c := &r.body.columns[j]
		c.Note = "different whole numbers: possibly identifiers"
		r.notes = append(r.notes,
			fmt.Sprintf("Column %q contains a different whole number in every row; if they are labels, "+inference.LabelsEnd,
				c.Name))
	}
}

// An Advice is another way to read a file, which a note on its table offers.
type Advice struct {
	Title string // of a button
	Tip   string
	// Options returns the options to read with, given those of before.
	Options func(Options) Options
}

// Advised returns how a note says that the file can be read otherwise; nil for notes that do not.
func Advised(note string) []Advice {
	switch {
	case strings.HasSuffix(note, inference.LimitsMissing):
		taken := func(title, tip string, l number.Limits) Advice {
			return Advice{title, tip, func(o Options) Options { o.Limits = l; return o }}
		}
		return []Advice{
			taken("Read again with half of each limit",
				"Half of a lower limit stands for the value: 0.025 for <0.05.", number.HalfWay),
			taken("Read again with the limits", "The number in the cell stands for the value: 0.05 for <0.05.", number.AtLimit),
		}
	case strings.HasSuffix(note, sentinelsEnd):
		return []Advice{{"Read again with these as numbers", "Only the usual codes, such as NA, are missing cells then.",
			func(o Options) Options {
				o.Missing = DefaultMissing
				return o
			}}}
	}
	if advice := designAdvice(note); advice != nil {
		return advice
	}
	return wordsAdvice(note)
}

// AdviceOnCode returns how to read a file again with one more code for missing cells.
func AdviceOnCode(code string) Advice {
	return Advice{"Read again with " + strings.Replace(code, "-", "−", 1) + " as missing",
		"It joins the codes of missing cells, such as NA.", func(o Options) Options {
			codes := o.Missing
			if codes == nil {
				codes = DefaultMissing
			}
			o.Missing = append(slices.Clone(codes), code)
			return o
		}}
}

// First puts the notes before all others that offer to read the file otherwise, or to make a column an annotation:
// these may be wrong, while others only tell. The order stays otherwise.
func First(notes []string) []string {
	var first, rest []string
	for _, note := range notes {
		if _, label := inference.LabelColumn(note); label || Advised(note) != nil {
			first = append(first, note)
		} else {
			rest = append(rest, note)
		}
	}
	return append(first, rest...)
}
