package read

import (
	"cmp"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// chooseReadings decides, by the whole file and then by column, how cells are read that are no plain numbers: which
// sign is the decimal one, which stands between thousands, which unit is taken off, what becomes of limits. It reports
// whether the file must be read again for this.
func (r *result) chooseReadings(forced []Role) (again bool) {
	allowed := map[Choice]number.Set{Guess: number.All, Yes: number.Commas, No: number.Points}[r.o.DecimalComma]
	file := r.plainStyles() & allowed
	var loose []int
	for j := range r.body.columns {
		if c := &r.body.columns[j]; c.tally != nil && r.looselyRead(c, j, forced[j]) {
			loose = append(loose, j)
			file &= c.tally.Styles
		}
	}
	if len(loose) == 0 {
		return false
	}
	r.readings = make([]*number.Reading, r.width)
	style, sure, ok := r.chosen(file)
	for _, j := range loose {
		c := &r.body.columns[j]
		own, known := style, ok
		if !ok { // columns differ, so each has its own
			styles := c.tally.Styles & allowed
			if c.fractions {
				styles &= signs(r.decimal)
			}
			if own, sure, known = r.chosen(styles); !known || !sure {
				continue
			}
		}
		unit, _ := c.tally.Unit()
		r.readings[j] = &number.Reading{Style: own, Unit: unit, Limits: r.o.Limits, Ranges: c.fractions}
		again = true
		if !sure && c.tally.Thousand != "" && r.unsure == nil {
			r.unsure = &unsure{j, c.tally.Thousand}
		}
	}
	if ok {
		// Other columns of numbers have signs between thousands only where the decimal sign is another.
		for j := range r.body.columns {
			if c := &r.body.columns[j]; r.readings[j] == nil && c.tally == nil && c.numbers > 0 && style.Decimal != r.decimal {
				r.readings[j] = &number.Reading{Style: style}
			}
		}
		again = again || style.Decimal != r.decimal
		r.decimal = style.Decimal
		r.signSettled = file&number.Points == 0 || file&number.Commas == 0
	}
	return again
}

// An unsure is a cell whose sign may be the decimal one or stand between thousands, and its column.
type unsure struct {
	column int
	cell   string
}

func signs(decimal byte) number.Set {
	if decimal == ',' {
		return number.Commas
	}
	return number.Points
}

// plainStyles returns the styles in which the plain numbers of the file can be read.
func (r *result) plainStyles() number.Set {
	own := signs(r.decimal)
	switch {
	case r.body.ungrouped:
		return own
	case r.body.decimals:
		return own | number.Style{Decimal: ',' + '.' - r.decimal, Group: number.Sign}.Set()
	}
	return number.All
}

// chosen returns the plainest of the styles, with the decimal sign of the sample if it is among them. It is not sure of
// it if all signs may be decimal commas, or points between thousands.
func (r *result) chosen(styles number.Set) (style number.Style, sure, ok bool) {
	list := styles.Styles()
	if len(list) == 0 {
		return style, false, false
	}
	sure = styles.Has(number.Style{Decimal: '.'}) || styles&number.Points == 0 || styles&number.Commas == 0 ||
		!styles.Has(number.Style{Decimal: ','})
	if !sure {
		return number.Style{Decimal: ','}, false, true
	}
	for _, s := range list {
		if s.Decimal == r.decimal {
			return s, true, true
		}
	}
	return list[0], true, true
}

// looselyRead reports whether the cells of a column that are no plain numbers are read as numbers and missing cells. It
// is certain where they are numbers in other signs; likely where they have one unit, which is known, or hold limits;
// where units differ or are no known ones, only the user can tell.
func (r *result) looselyRead(c *column, j int, forced Role) bool {
	t := c.tally
	unit, one := t.Unit()
	numbers := c.numbers + c.doubtful + t.OfUnits
	if j == r.first && r.width > 1 &&
		(r.unnamed || r.o.RowNames == Yes || r.o.RowNames == Guess && c.texts > 0 && (!c.fractions || t.OfUnits > 0)) {
		return false // it names the rows, or may
	}
	asked := r.o.Limits == number.AtLimit || r.o.Limits == number.HalfWay
	switch {
	case forced == Annotation || t.Styles == 0 || !one:
		return false
	case numbers == 0:
		return asked && t.Numbers > 0 && t.Others == 0 // limits alone, to be read as numbers
	case forced == Number:
		return t.Others == 0
	case t.OfUnits > 0 && (t.Unsure || t.Others > 0 || (unit == "%" || unit == "‰") && c.numbers+c.doubtful > 0):
		return false
	case t.Limits > 0 && (r.o.Limits == number.Text || t.Numbers == 0 && !c.fractions && numbers < 3*t.Limits):
		return false
	}
	return t.Others == 0 || c.numbers+c.doubtful >= 3*t.Others
}

// readingNotes says how cells were read that are no plain numbers.
func (r *result) readingNotes() {
	var grouped, limited, own []string
	var units []string
	form, limits := "", 0
	codes := map[string]int{}
	for j := range r.body.columns {
		c := &r.body.columns[j]
		if c.reading == nil || c.Role != Number {
			continue
		}
		if c.reading.Style.Decimal != r.decimal {
			own = append(own, c.Name)
		}
		if c.tally == nil {
			continue
		}
		if first := cmp.Or(c.tally.Form, c.tally.Thousand); c.reading.Style.Group != number.None && first != "" {
			grouped = append(grouped, c.Name)
			form = cmp.Or(form, first)
		}
		if unit := c.reading.Unit; unit != "" {
			units = append(units, fmt.Sprintf("%s of %q", unit, words.Shorten(c.Name)))
			c.Note = "in " + unit
		}
		if c.limits > 0 {
			limits += c.limits
			limited = append(limited, c.Name)
			for code, n := range c.tally.Codes {
				codes[code] += n
			}
		}
	}
	if len(grouped) > 0 {
		r.notes = append(r.notes, fmt.Sprintf("Signs between thousands, as in %q, were taken off in %s: %s.",
			words.Shorten(form), inference.Plural(len(grouped), "column"), words.QuoteSome(grouped, 5)))
	}
	if len(own) > 0 {
		r.notes = append(r.notes, fmt.Sprintf("The decimal sign is %s in %s, unlike elsewhere: %s.",
			signName(','+'.'-r.decimal), inference.Plural(len(own), "column"), words.QuoteSome(own, 5)))
	}
	if len(units) > 0 {
		r.notes = append(r.notes, fmt.Sprintf("Units were taken off: %s. To keep such a column as text, make it an "+
			"annotation.", words.Some(units, 5)))
	}
	if limits == 0 {
		return
	}
	became := inference.LimitsMissing
	switch r.o.Limits {
	case number.AtLimit:
		became = "read as the limit, or as missing where they hold no number."
	case number.HalfWay:
		became = "read as half of the limit below it and as the number otherwise, or as missing where they hold no number."
	}
	r.notes = append(r.notes,
		fmt.Sprintf("%s of %s (%s) with a limit, a mark or a word for what was not measured (%s) %s %s",
			inference.Plural(limits, "cell"), inference.Plural(len(limited), "column"), words.QuoteSome(limited,
				5), withCounts(codes, 8), words.Were(limits), became))
}

// stateUnits keeps the units that were taken off the cells as an annotation of the columns.
func (r *result) stateUnits(numeric []int) {
	values, any := make([]string, len(numeric)), false
	for k, j := range numeric {
		if c := &r.body.columns[j]; c.reading != nil && c.reading.Unit != "" {
			values[k], any = c.reading.Unit, true
		}
	}
	if any {
		r.table.ColumnAnnotations = inference.WithAnnotation(r.table.ColumnAnnotations,
			inference.NewAnnotation(inference.UnitAnnotation, values))
	}
}

// measured reports whether most columns state a unit: whole numbers of percent or mg are no counts.
func (r *result) measured() bool {
	stated := 0
	for _, unit := range inference.StatedUnits(r.table.Columns, r.table.ColumnAnnotations) {
		if unit != "" {
			stated++
		}
	}
	return 2*stated > len(r.table.Columns)
}

func signName(sign byte) string {
	if sign == ',' {
		return "a comma"
	}
	return "a point"
}

// withCounts lists texts with how often they occur.
func withCounts(texts map[string]int, limit int) string {
	var list []string
	for _, text := range number.Most(texts) {
		entry := fmt.Sprintf("%q", words.Shorten(text))
		if n := texts[text]; n > 1 {
			entry += fmt.Sprintf(" %d times", n)
		}
		list = append(list, entry)
	}
	return words.Some(list, limit)
}

// unitNotes points out annotations that hold numbers with units, and why they are none of the measured columns.
func (r *result) unitNotes() {
	for j := range r.body.columns {
		c := &r.body.columns[j]
		if c.Role != Annotation || c.tally == nil || c.tally.OfUnits == 0 || c.tally.Others > 0 {
			continue
		}
		unit, one := c.tally.Unit()
		c.Note = "numbers with units"
		why, remedy := "a unit", "To read it as numbers, say so (the column's role, or --numeric)."
		switch {
		case !one:
			why, remedy = "different units", "Give it one unit to use it as numbers."
		case unit == "%" && c.numbers > 0:
			why, remedy = "and without a percent sign",
				"Use one of both to read it as numbers, or say that it holds numbers (the column's role, or --numeric)."
		}
		r.notes = append(r.notes, fmt.Sprintf("Column %q holds numbers with %s, such as %q, so it is an annotation. %s",
			c.Name, why, words.Shorten(c.text.cell), remedy))
	}
}
