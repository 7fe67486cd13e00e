package read

import (
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/heads"
	"example.org/espalier/inference/read/naming"
	"example.org/espalier/inference/words"
)

// mostTitles limits how many records are searched for the header.
const mostTitles = 30

// skipTitles skips the lines that Options.Skip names or, if they are to be guessed, those above the header, and returns
// the first records of the table.
func (l *layout) skipTitles(records [][]string) [][]string {
	if l.o.Skip != 0 || l.decoded.format.has != nil && l.decoded.sheet == "" { // other formats say where the table begins
		return records
	}
	n := titles(records, l.missing)
	if n == 0 {
		return records
	}
	s := newScanner(l.text, l.separator)
	s.line = l.firstLine
	for range n + 1 {
		if _, _, fault := s.next(); fault != nil {
			return records
		}
	}
	first := ""
	for _, cell := range slices.Concat(records[:n]...) {
		if first = words.Shorten(cleanName(cell)); first != "" {
			break
		}
	}
	l.titles = s.beganLine - l.firstLine
	l.text, l.firstLine = l.text[s.began:], s.beganLine
	if l.decoded.sheet != "" { // a title may have stood left of the table
		var left int
		l.text, left = squared(l.text)
		l.left += left
		for i := n - 1; i < len(records); i++ {
			records[i] = records[i][min(left, len(records[i])):]
		}
	}
	if heads.Merged(records[n-1], records[n]) {
		if l.groups = records[n-1]; n == 1 {
			return records[n:]
		}
	}
	note := inference.Plural(l.titles, "line") + " above the table " + words.Were(l.titles) +
		" skipped"
	if first != "" {
		note += fmt.Sprintf(", which begin with %q", first)
		if l.titles == 1 {
			note = fmt.Sprintf("1 line above the table was skipped: %q", first)
		}
	}
	l.notes = append(l.notes, note+". "+l.whereToSkip())
	return records[n:]
}

// whereToSkip names what the user can choose instead.
func (l *layout) whereToSkip() string {
	if l.decoded.sheet != "" {
		return "If the table begins elsewhere, choose its cells (Cells, or --range) or the rows to skip (Skip at start, or --skip-lines)."
	}
	return "If the table begins elsewhere, choose the lines to skip (Skip at start, or --skip-lines)."
}

// skipLines drops the lines that the user wants skipped.
func (l *layout) skipLines() *Error {
	for range max(0, l.o.Skip) {
		if len(l.text) == 0 {
			return &Error{File: l.file, What: fmt.Sprintf("has fewer than %s", inference.Plural(l.o.Skip, "line")),
				Remedy: "Skip fewer lines."}
		}
		l.dropLine()
		l.titles++
	}
	if l.titles > 0 && l.decoded.sheet != "" { // what was skipped may have stood left of the table
		l.text, l.left = squared(l.text)
	}
	return nil
}

// titles returns how many of the first records stand above the header: records with few cells, followed by one
// that is as wide as the table below it. That one names columns of numbers, or those above it are too short
// to be rows.
func titles(records [][]string, missing missingCodes) int {
	width := heads.Extent(records)
	if width < 2 {
		return 0
	}
	n, short, words, above := 0, true, true, true
	for ; n < min(len(records), mostTitles); n++ {
		filled, extent := 0, 0
		above = words // of the lines above this one
		for j, cell := range records[n] {
			if cell != "" {
				filled, extent = filled+1, j+1
				words = words && !looksNumeric([]byte(cell))
			}
		}
		if filled > max(1, width/2) {
			break
		}
		short = short && extent < width-1
	}
	if n == 0 || n == mostTitles || len(records) < n+2 {
		return 0
	}
	header, body := records[n], records[n+1:]
	if names(header, body, width, missing) || short && (words || above && heads.Counted(header)) {
		return n
	}
	return 0
}

// names reports whether a record holds a word above each column of numbers.
func names(header []string, body [][]string, width int, missing missingCodes) bool {
	numeric := numericColumns(body, width, '.', missing)
	if !slices.Contains(numeric, true) {
		numeric = numericColumns(body, width, ',', missing)
	}
	if len(header) == width-1 { // the column of row names has no name
		numeric = numeric[1:]
	}
	found := false
	for j, number := range numeric {
		if !number {
			continue
		}
		if j >= len(header) || header[j] == "" || looksNumeric([]byte(header[j])) || missing.has([]byte(header[j])) {
			return false
		}
		found = true
	}
	return found
}

// Words of a second header line that say what columns hold, as Orange and others write it.
var (
	typeWords = map[string]Role{
		"c": Number, "continuous": Number, "numeric": Number, "number": Number, "float": Number, "double": Number,
		"int": Number, "integer": Number, "real": Number,
		"d": Annotation, "discrete": Annotation, "s": Annotation, "string": Annotation, "text": Annotation,
		"char": Annotation, "character": Annotation,
		"categorical": Annotation, "category": Annotation, "factor": Annotation, "nominal": Annotation, "date": Annotation,
		"t": Annotation, "time": Annotation,
	}
	discreteWords = map[string]bool{"d": true, "discrete": true, "categorical": true, "category": true,
		"factor": true, "nominal": true}
)

// withoutComments leaves out the records of a sample that are comments, below the first.
func (l *layout) withoutComments(records [][]string) [][]string {
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
		return l.isComment(fields, width)
	})...)
}

// secondHeader takes records below the header that go on with it: types and flags of columns, or units. They stand
// where all other cells of columns are numbers, and none of theirs is one.
func (l *layout) secondHeader() {
	if len(l.sample) < 2 || len(l.sample[0]) != l.width {
		return
	}
	second, third := l.sample[0], l.sample[1]
	switch {
	case l.groupsAbove(second, l.sample[1:]):
		l.decoded.across = append(slices.Clip(l.decoded.across), across{"group", l.names})
		l.notes = append(l.notes, fmt.Sprintf("The first line groups the columns (%s) and became their annotation "+
			"\"group\"; the line below it names them. "+samplesAcross, few(l.names)))
		l.names, l.below = slices.Clone(second), 1
	case heads.NamedBelow(l.names, second, l.wordsOver(second, l.sample[1:])):
		takeGroups(l, l.names, second)
		l.below = 1
	case l.labelsBelow(second, l.sample[1:]):
		l.decoded.across = append(slices.Clip(l.decoded.across), across{second[0], slices.Clone(second)})
		l.notes = append(l.notes, fmt.Sprintf("The line below the column names, %q, labels the columns (%s) and became "+
			"an annotation of them. "+samplesAcross, second[0], few(second[1:])))
		l.below = 1
	case areTypes(second):
		l.types = make([]Role, l.width)
		for j, cell := range second {
			l.types[j] = typeOf(cell)
		}
		l.below = 1
		if heads.Flags(third) && len(third) == l.width {
			l.below = 2
			for j, cell := range third {
				if cell != "" {
					l.types[j] = Annotation
				}
			}
		}
		for j, cell := range second {
			if flagged := l.below == 2 && third[j] != ""; discreteWords[strings.ToLower(cell)] && !flagged &&
				zerosAndOnes(l.sample[l.below:], j) {
				l.types[j] = "" // as good a measurement as any
			}
		}
		l.notes = append(l.notes, fmt.Sprintf("The line below the column names says what they hold (%s) and was not "+
			"read as a row.", words.QuoteSome(nonEmpty(second), 3)))
	case l.o.UnitsLine == 0 && l.areUnits(second, l.sample[1:]):
		l.below = 1
		if strings.Trim(strings.Join(second, ""), "-=:|+ ") == "" {
			l.notes = append(l.notes, "The rule below the column names was not read as a row.")
			break
		}
		l.nameUnits(second)
		l.notes = append(l.notes, fmt.Sprintf("The line below the column names gives units (%s) and was not read as a "+
			"row.", words.QuoteSome(nonEmpty(second), 3)))
	default:
		if l.below = heads.Described(l.sample, l.width, l.wordsOver); l.below == 0 {
			break
		}
		l.decoded.across = append(slices.Clip(l.decoded.across), across{"description", slices.Clone(second)})
		l.notes = append(l.notes, fmt.Sprintf("%s below the column names describe the columns (%s), and were read as no "+
			"rows; the first became an annotation of the columns.", inference.Plural(l.below, "line"), few(second)))
	}
	l.sample = l.sample[l.below:]
}

// groupsAbove reports whether the record of the names puts columns of numbers in groups, each of several, and the one
// below it gives each column a name.
func (l *layout) groupsAbove(second []string, body [][]string) bool {
	columns := l.wordsOver(second, body)
	if len(columns) < 4 || len(l.names) != l.width {
		return false
	}
	groups, named := map[string]int{}, map[string]bool{}
	for _, j := range columns {
		if l.names[j] == "" || named[second[j]] {
			return false
		}
		groups[l.names[j]]++
		named[second[j]] = true
	}
	for _, n := range groups {
		if n < 2 {
			return false
		}
	}
	return true
}

// takeGroups makes the words of a line above the names an annotation of the columns.
func takeGroups(l *layout, above, below []string) {
	groups, names := heads.Spread(above, below)
	l.decoded.across = append(slices.Clip(l.decoded.across), across{"group", groups})
	l.notes = append(l.notes, fmt.Sprintf("The first line groups the columns (%s) and became their annotation "+
		"\"group\"; the line below it names them. "+samplesAcross, few(above)))
	l.names = names
}

// few quotes some of the different words of a line.
func few(cells []string) string { return words.QuoteSome(words.Different(nonEmpty(cells)), 3) }

// samplesAcross ends the notes on lines that say something of each column.
const samplesAcross = "If the columns are samples, turn the table (--transpose)."

// labelsBelow reports whether a record below the names has one of a few words over each column of numbers. If it does
// not begin with the name of a label such as Class, it has several words.
func (l *layout) labelsBelow(second []string, body [][]string) bool {
	columns := l.wordsOver(second, body)
	label := second[0]
	if len(columns) < 4 || slices.Contains(columns, 0) || label == "" {
		return false
	}
	different := map[string]bool{}
	for _, j := range columns {
		different[second[j]] = true
	}
	named := naming.Labels(label) || naming.HintsLabels(label)
	return 2*len(different) <= len(columns) && (named || len(different) > 1)
}

// wordsOver returns the columns of numbers of some records, if another has a word over each of them; nil if not.
func (l *layout) wordsOver(record []string, body [][]string) (columns []int) {
	for j, is := range numericColumns(body, l.width, l.decimal, l.missing) {
		if !is {
			continue
		}
		if record[j] == "" || looksNumeric([]byte(record[j])) || l.missing.has([]byte(record[j])) {
			return nil
		}
		columns = append(columns, j)
	}
	return columns
}

// zerosAndOnes reports whether column j of some records holds zeros and ones, and otherwise nothing.
func zerosAndOnes(records [][]string, j int) bool {
	found := false
	for _, record := range records {
		if j >= len(record) || record[j] == "" || record[j] == "?" {
			continue
		}
		if record[j] != "0" && record[j] != "1" {
			return false
		}
		found = true
	}
	return found
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
var unitWords = map[string]bool{"unit": true, "units": true, "einheit": true, "einheiten": true,
	"[unit]": true, "(unit)": true}
