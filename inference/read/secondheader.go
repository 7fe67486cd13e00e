package read

import (
	"fmt"
	"slices"
	"strings"
)

// Words of a second header line that say what columns hold, as Orange and others write it.
var (
	typeWords = map[string]Role{
		"c": Number, "continuous": Number, "numeric": Number, "number": Number, "float": Number, "double": Number, "int": Number, "integer": Number, "real": Number,
		"d": Annotation, "discrete": Annotation, "s": Annotation, "string": Annotation, "text": Annotation, "char": Annotation, "character": Annotation,
		"categorical": Annotation, "category": Annotation, "factor": Annotation, "nominal": Annotation, "date": Annotation, "t": Annotation, "time": Annotation,
	}
	flagWords = wordSet("class meta m i ignore")
)

// withoutComments leaves out the records of a sample that are comments, below the first.
func withoutComments(records [][]string) [][]string {
	if len(records) == 0 {
		return records
	}
	width, _ := commonWidth(records)
	first := records[:1:1]
	return append(first, slices.DeleteFunc(slices.Clone(records[1:]), func(record []string) bool {
		fields := make([][]byte, len(record))
		for j, cell := range record {
			fields[j] = []byte(cell)
		}
		return isComment(fields, width)
	})...)
}

// secondHeader takes records below the header that go on with it: types and flags of columns, or units. They stand where
// all other cells of columns are numbers, and none of theirs is one.
func (l *layout) secondHeader() {
	if len(l.sample) < 2 || len(l.sample[0]) != l.width {
		return
	}
	second, third := l.sample[0], l.sample[1]
	switch {
	case areTypes(second):
		l.types = make([]Role, l.width)
		for j, cell := range second {
			l.types[j] = typeOf(cell)
		}
		l.below = 1
		if areFlags(third) && len(third) == l.width {
			l.below = 2
			for j, cell := range third {
				if cell != "" {
					l.types[j] = Annotation
				}
			}
		}
		l.notes = append(l.notes, fmt.Sprintf("The line below the column names says what they hold (%s) and was not read as a row.", quoteSome(nonEmpty(second), 3)))
	case l.areUnits(second, l.sample[1:]):
		l.below = 1
		for j, cell := range second {
			if unit := strings.Trim(cell, "()[] "); unit != "" && l.names[j] != "" && j < len(l.names) {
				l.names = slices.Clone(l.names)
				l.names[j] += " (" + unit + ")"
			}
		}
		l.notes = append(l.notes, fmt.Sprintf("The line below the column names gives units (%s) and was not read as a row.", quoteSome(nonEmpty(second), 3)))
	}
	l.sample = l.sample[l.below:]
}

func nonEmpty(cells []string) []string {
	return slices.DeleteFunc(slices.Clone(cells), func(s string) bool { return s == "" })
}

// typeOf returns the role that a cell names: "discrete", or "D" and what follows of Orange's "d=a,b".
func typeOf(cell string) Role { return typeWords[strings.ToLower(cell)] }

// areTypes reports whether each cell names a type, and at least two do.
func areTypes(cells []string) bool {
	named := 0
	for _, cell := range cells {
		if cell == "" {
			continue
		}
		if typeOf(cell) == "" {
			return false
		}
		named++
	}
	return named >= 2
}

// areFlags reports whether cells are empty but for flags, such as "class" and "meta".
func areFlags(cells []string) bool {
	for _, cell := range cells {
		if cell != "" && !flagWords[strings.ToLower(cell)] {
			return false
		}
	}
	return true
}

// mostUnit limits the characters of a unit.
const mostUnit = 14

// areUnits reports whether a record stands over columns of numbers with a short word in each, or nothing.
func (l *layout) areUnits(cells []string, body [][]string) bool {
	numeric := numericColumns(body, l.width, l.decimal, l.missing)
	words := 0
	for j, cell := range cells {
		switch {
		case cell == "" || l.missing.among([]byte(cell)):
		case looksNumeric([]byte(cell)) || len([]rune(cell)) > mostUnit:
			return false
		case numeric[j]:
			words++
		case j == 0 && strings.Trim(cell, "()[] ") != "" && !unitWords[strings.ToLower(cell)]:
			return false // it names a row, whose cells were entered wrongly
		}
	}
	numbers := 0
	for _, is := range numeric {
		if is {
			numbers++
		}
	}
	return words > 0 && 2*words >= numbers
}

// unitWords are those of the first cell in a line of units.
var unitWords = wordSet("unit units einheit einheiten [unit] (unit)")
