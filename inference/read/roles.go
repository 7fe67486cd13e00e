package read

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	kinds "example.org/espalier/inference/column"
	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/naming"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/read/truth"
	"example.org/espalier/inference/words"
)

// assignRoles decides what each column is, given the requested roles, and collects the texts that
// row names and annotations need.
func (r *result) assignRoles(forced []Role) *Error {
	b := r.body
	r.rowNames = r.o.RowNames == Yes || r.unnamed || r.o.RowNames == Guess && r.use(r.first) == known.RowName
	ask := r.o.RowNames == Guess && !r.unnamed && forced[r.first] == "" && r.width > 1 &&
		(r.known == nil || r.known.Parts == nil)
	wanted := []int{}
	var first *Error
	var mixed []string
	var identifying []int
	for j := range b.columns {
		c := &b.columns[j]
		if j == r.first && (r.rowNames || ask && r.maybeNames(c)) {
			wanted = append(wanted, j)
			c.Role = RowName
			continue
		}
		if e := r.assign(c, j, forced[j]); e != nil && (first == nil || e.Line < first.Line) {
			first = e
		}
		if c.Role == Annotation || forced[j] == Number && !c.plain() {
			wanted = append(wanted, j)
		}
		if c.identifies {
			identifying = append(identifying, j)
		} else if c.Role == Annotation && c.Note != "" {
			mixed = append(mixed, c.Name)
		}
	}
	if e := r.readTexts(b, wanted); e != nil {
		return e
	}
	if c := &b.columns[r.first]; c.Role == RowName && !r.rowNames {
		r.rowNames = r.identifies(c)
		if !r.rowNames {
			if e := r.assign(c, r.first, ""); e != nil && (first == nil || e.Line <= first.Line) {
				first = e
			}
			if c.Role == Annotation {
				c.Note = fmt.Sprintf("%d different values in %d rows: an annotation, not row names", distinct(c.values), b.rows)
				r.notes = append(r.notes,
					fmt.Sprintf("The first column, %q, has %s, so it was read as an annotation, not as row names.", c.Name,
						inference.Plural(distinct(c.values), "different value")))
			}
		}
	}
	if r.rowNames {
		b.columns[r.first].Missing = 0
	}
	identifying = slices.DeleteFunc(identifying, func(j int) bool {
		c := &b.columns[j]
		once := c.wells == c.numbers || c.Note == byThing
		again := once && distinct(c.values) < c.numbers
		if again && r.mayBeLabel(c, j) {
			c.Note, again = byLabel, false
		}
		if again || c.Note == byLabel && !r.fewLevels(c) {
			c.Role, c.Note, c.identifies = Number, "", false
		}
		return !c.identifies
	})
	identifying = r.unlessAllAreLabels(identifying)
	for j := range b.columns {
		c := &b.columns[j]
		if forced[j] == Number && c.Role == Annotation {
			if !truth.All(c.values, r.lacks) {
				if e := r.refusal(c, j); first == nil || e.Line < first.Line {
					e.What, e.Remedy = "is not a number, but you asked for numbers in its column", "Correct the "+
						"cell, add it to the codes of missing cells, or keep the column as an annotation."
					first = e
				}
				continue
			}
			c.Role, c.booleans = Number, true
		}
	}
	if first != nil {
		return first
	}
	r.settleWords()
	set := slices.Concat(r.outcomes(forced), r.designed(forced))
	if e := r.textsOf(set); e != nil {
		return e
	}
	r.identifierNotes(slices.Concat(identifying, set))
	if len(mixed) > 0 {
		r.notes = append(r.notes, inference.Plural(len(mixed), "column")+" with both numbers and text, kept as "+
			words.ByNumber(len(mixed), "an annotation", "annotations")+": "+words.QuoteSome(mixed, 5)+".")
	}
	return r.someNumbers(forced)
}

// textsOf reads the texts of columns of numbers that became annotations, and again those of all others.
func (r *result) textsOf(taken []int) *Error {
	if len(taken) == 0 {
		return nil
	}
	var all []int
	for j := range r.body.columns {
		if c := &r.body.columns[j]; c.Role == Annotation || c.values != nil {
			all = append(all, j)
		}
	}
	return r.readTexts(r.body, all)
}

// assign gives a column other than the row names its role, or says why it cannot.
func (r *result) assign(c *column, j int, forced Role) *Error {
	c.Note, c.identifies = "", false
	identifies := ""
	if c.plain() && forced == "" && r.width > 1 && r.use(j) != known.Measured {
		identifies = r.asIdentifiers(c, j)
		if identifies == "" && r.mayBeLabel(c, j) {
			identifies = byLabel
		}
	}
	switch {
	case forced == Annotation:
		c.Role = Annotation
	case forced == LeftOut:
		c.Role = LeftOut
	case identifies != "":
		c.Role, c.Note, c.identifies = Annotation, identifies, true
	case c.numbers == 0 && c.plain() && forced == "" && c.Missing == r.body.rows && r.width > 1 &&
		(j < r.first || r.header && r.layout.names[j] == ""):
		c.Role = LeftOut
	case c.plain():
		c.Role = Number
	case forced == Number && (c.doubtful > 0 || !c.numberish()):
		c.Role = Annotation // until its texts are known
	case c.numberish() && c.doubtful > 0 && !r.asWords(c):
		c.Role = Number
		return r.refusal(c, j)
	case c.numberish() && (forced == Number || !r.asWords(c) && !r.labels(c, j)):
		c.Role = Number // settleWords says what becomes of the words
	default:
		c.Role = Annotation
		if c.numbers > 0 {
			c.Note = fmt.Sprintf("%d numbers among text such as %q", c.numbers, words.Shorten(c.text.cell))
		}
	}
	return nil
}

// maybeNames reports whether the first column with a value may name the rows, before its texts are known.
func (r *result) maybeNames(c *column) bool {
	if c.texts > 0 {
		return c.numbers == 0 || r.wholeAndDistinct()
	}
	nameless := r.header && r.layout.names[r.first] == ""
	return c.numbers == r.body.rows && c.doubtful == 0 && (r.wholeAndDistinct() || nameless &&
		slices.IsSortedFunc(r.body.first, rising)) &&
		(r.header && (identifierName(cleanName(r.layout.names[r.first])) ||
			naming.Identifiers(cleanName(r.layout.names[r.first]))) || r.sequence())
}

// rising orders numbers so that equal ones are out of order.
func rising(a, b float64) int {
	if a < b {
		return -1
	}
	return 1
}

// wholeAndDistinct reports whether the numbers of the first column are whole and all different.
func (r *result) wholeAndDistinct() bool {
	seen := make(map[float64]bool, r.body.rows)
	for _, x := range r.body.first {
		if math.IsNaN(x) {
			continue
		}
		if x != math.Trunc(x) || seen[x] {
			return false
		}
		seen[x] = true
	}
	return true
}

// sequence reports whether the first column counts the rows from 0 or 1.
func (r *result) sequence() bool {
	first := r.body.first[0]
	if first != 0 && first != 1 || r.body.rows < 3 {
		return false
	}
	for i, x := range r.body.first {
		if x != first+float64(i) {
			return false
		}
	}
	return true
}

// identifies decides, once the texts are known, whether the first column names the rows: at least
// half of its values must differ.
func (r *result) identifies(c *column) bool {
	if c.texts == 0 {
		called := strconv.Quote(c.Name)
		if r.header && r.layout.names[r.first] == "" {
			if r.sequence() { // as R and pandas write it
				return true
			}
			called = "which has no name"
		}
		r.notes = append(r.notes, fmt.Sprintf("The first column, %s, numbers the rows and was read as their names.",
			called))
		return true
	}
	return 2*distinct(c.values) >= r.body.rows
}

func distinct(values []string) int {
	seen := make(map[string]bool, len(values))
	for _, v := range values {
		seen[v] = true
	}
	return len(seen)
}

// someNumbers ensures that some column holds numbers. If none does, columns of yes and no or true
// and false become 1 and 0. If there are none of these either, it refuses the table.
func (r *result) someNumbers(forced []Role) *Error {
	b := r.body
	numbers, valued := 0, 0
	stated := map[int]bool{}
	for c := range b.limits {
		stated[c.Column] = true
	}
	for j := range b.columns {
		if c := &b.columns[j]; c.Role == Number {
			numbers++
			if c.numbers > 0 || c.booleans || stated[j] {
				valued++
			}
		}
	}
	var logical, made []string
	for j := range b.columns {
		if c := &b.columns[j]; c.Role == Annotation && forced[j] == "" && c.numbers == 0 && truth.All(c.values, r.lacks) {
			logical = append(logical, c.Name)
		}
	}
	if valued > 0 && len(logical) <= valued {
		return nil // they describe the rows
	}
	for j := range b.columns {
		if c := &b.columns[j]; c.Role == Annotation && slices.Contains(logical, c.Name) {
			c.Role, c.booleans = Number, true
			made = append(made, c.Name)
		}
	}
	if len(made) > 0 {
		r.notes = append(r.notes, "Yes and no, or true and false, were read as 1 and 0 in "+
			inference.Plural(len(made), "column")+".")
	}
	if valued+len(made) > 0 || r.marked(forced) {
		return nil
	}
	if numbers == 0 && r.textIsData(forced) {
		r.notes = append(r.notes, "The table holds no numbers: its columns of text or limits are taken by kind, as "+
			"they look. To choose other kinds, use the page Columns, or --kind.")
		return nil
	}
	e := &Error{File: r.file, What: "the table has no column of numbers"}
	e.Remedy = "Check the separator and the decimal sign, and that cells contain only numbers, without units or " +
		"signs such as %. Columns of text are data where they hold few different values, each in several rows."
	for j := range b.columns {
		if cell := b.columns[j].text.cell; number.Two(cell) {
			e.Remedy = fmt.Sprintf("Cells such as %q hold two numbers: write the first alone, and the other, such as its "+
				"error, into a column of its own.", words.Shorten(cell))
			break
		}
	}
	if numbers > 0 {
		e.What = "every cell in the columns of numbers is missing"
		e.Remedy = "Check the codes of missing cells and the decimal sign."
	}
	return e
}

// textIsData reports whether a column of text has few values, each in several rows, as categories have, or holds limits
// alone.
func (r *result) textIsData(forced []Role) bool {
	const mostLevels, rowsPerLevel = 100, 2
	for j := range r.body.columns {
		c := &r.body.columns[j]
		if c.Role != Annotation || forced[j] != "" || c.identifies {
			continue
		}
		seen := map[string]bool{}
		cells, limits := 0, 0
		for _, v := range c.values {
			if c.lacks(r.missing, v) {
				continue
			}
			seen[v] = true
			cells++
			if _, is := kinds.ParseInterval(v); is {
				limits++
			}
		}
		if k := len(seen); k >= 2 && (limits == cells || k <= mostLevels && rowsPerLevel*k <= cells) {
			return true
		}
	}
	return false
}

// lacks reports whether a text is missing in every column.
func (r *result) lacks(s string) bool { return r.missing.has([]byte(s)) }

// marked reads marks, such as x, as 1 and empty cells as 0, where two columns or more hold nothing else, and says so.
func (r *result) marked(forced []Role) bool {
	var at []int
	for j := range r.body.columns {
		if c := &r.body.columns[j]; c.Role == Annotation && forced[j] == "" {
			if c.mark = truth.Marked(c.values); c.mark != "" {
				at = append(at, j)
			}
		}
	}
	if len(at) < 2 {
		return false
	}
	for _, j := range at {
		r.body.columns[j].Role, r.body.columns[j].booleans = Number, true
	}
	r.notes = append(r.notes,
		fmt.Sprintf("Marks such as %q were read as 1 and empty cells as 0 in %s. Where nothing is known, "+
			"write NA.", r.body.columns[at[0]].mark, inference.Plural(len(at), "column")))
	return true
}

// truth returns 1 and 0 for a cell that means yes or no, and NaN for another.
func (c *column) truth(cell string) float64 {
	switch {
	case c.mark == "":
		return truth.Of(cell)
	case cell == c.mark:
		return 1
	}
	return 0
}
