package read

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// A layout says where the table lies in the text and how to read its cells.
type layout struct {
	ctx       context.Context
	file      string
	o         Options
	asked     Options // o as the caller gave it
	decoded   decoded
	text      []byte // from the first record; of a stream only its beginning
	raw       []byte // the file as it is; nil for a stream
	stream    *stream
	head      int // bytes of the text of a stream that were decoded for the guesses
	firstLine int // line on which text begins
	separator rune
	decimal   byte
	missing   missingCodes
	header    bool
	names     []string // header as it stands, one for each column; nil without a header
	width     int      // fields of each record of the body
	// unnamed: the header has no name for the first column, the row names, as R writes it.
	unnamed bool
	// trailing: the header has one more, empty field than the body, or the body one more than the
	// header.
	trailing bool
	aligned  bool // runs of blanks became tabs
	// blankNames: the names of the rows seem to hold blanks, which separate the cells.
	blankNames bool
	sample     [][]string    // of the body
	first      int           // columns at the left without a name and a value in the sample; the next may name the rows
	below      int           // records below the header that go on with it: units, types
	types      []Role        // of each column by the second header, "" where it does not say; nil without
	titles     int           // lines above the table that were skipped
	groups     []string      // the last of them, if it puts the columns in groups
	left       int           // columns that were taken off the left of a sheet
	units      string        // the line that the options name as that of units
	ended      []byte        // the lines at the end that the options skip
	lastFrom   int           // line on which those of a stream begin; 0 before it is known
	comments   []string      // the first lines at the top that begin with a sign
	known      *known.Layout // nil where the program that wrote the table is not known
	// readings say, for each column, how cells are read that are no plain numbers; nil before they are chosen.
	readings    []*number.Reading
	signSettled bool    // some cell shows which decimal sign the file has
	unsure      *unsure // none does, and this cell has one that may be it
	notes       []string
}

// newLayout decodes data and guesses what a sample of it can tell.
func newLayout(ctx context.Context, file string, data []byte, o Options) (*layout, *Error) {
	file = baseName(file)
	l := &layout{ctx: ctx, file: file, o: o, asked: o, raw: data}
	var err *Error
	if l.decoded, err = decode(file, data, o); err != nil {
		return nil, err
	}
	if err := l.begin(); err != nil {
		return nil, err
	}
	return l, nil
}

// begin guesses what a sample of the decoded text can tell.
func (l *layout) begin() *Error {
	o, file := l.o, l.file
	l.missing = newMissingCodes(o.Missing)
	if l.decoded.named {
		l.o.Header, l.o.RowNames, l.o.DecimalComma = Yes, Yes, No
		l.o.Skip, l.o.SkipEnd, l.o.UnitsLine, l.o.Comment = -1, -1, -1, NoComments
	}
	l.text = l.decoded.text
	l.firstLine = 1 + l.decoded.skipped
	l.notes = append(l.notes, l.decoded.notes...)
	l.separator = cmp.Or(l.decoded.separator, o.Separator)
	if !strings.ContainsRune(",;\t| \x00", o.Separator) {
		return &Error{File: file, What: fmt.Sprintf("%q cannot separate columns", o.Separator),
			Remedy: "Choose comma, semicolon, tab, bar or space."}
	}
	if err := l.cancelled(); err != nil {
		return err
	}
	if err := l.cutEnd(); err != nil {
		return err
	}
	if err := l.takeUnits(); err != nil {
		return err
	}
	l.separatorLine()
	if err := l.skipLines(); err != nil {
		return err
	}
	l.align()
	records := l.skipTitles(l.withoutComments(l.dropComments()))
	if len(records) == 0 {
		_, line, fault := newScanner(l.text, l.separator).next()
		if fault != nil {
			return l.fault(fault)
		}
		return &Error{File: file, Line: line, What: "the file contains no table",
			Remedy: "Export the table again, as CSV with column names in the first row."}
	}
	note := l.arrange(records)
	if l.recognise(); note != "" && l.known == nil {
		l.notes = append(l.notes, note)
	}
	if err := l.useUnits(); err != nil {
		return err
	}
	if l.blankNames {
		return &Error{File: file, Line: l.firstLine + 1,
			What:   "has one cell more than the header, so the names in it seem to hold blanks, which also separate the columns",
			Remedy: "Put the names in quotes, or separate the columns by tabs or commas. If the first column has no name, take that of the second from the header."}
	}
	return nil
}

// separatorLine reads the line "sep=;" that Excel understands.
func (l *layout) separatorLine() {
	if len(l.text) < 6 || !bytes.EqualFold(l.text[:4], []byte("sep=")) || l.text[5] != '\n' && l.text[5] != '\r' ||
		!strings.ContainsRune(",;\t|", rune(l.text[4])) {
		return
	}
	if l.separator == 0 {
		l.separator = rune(l.text[4])
	}
	l.dropLine()
}

// dropLine removes the first line from the table.
func (l *layout) dropLine() {
	l.text = l.text[firstLine(l.text):]
	l.firstLine++
}

// firstLine returns the length of the first line of text, its end included.
func firstLine(text []byte) int { return known.FirstLine(text) }

// dropComments skips lines at the top that begin with #, !, % or //, chooses the separator and returns the
// first records. It keeps the last such line if it has as many fields as the table: that is a
// header that begins with such a sign.
func (l *layout) dropComments() [][]string {
	text, line, last, lines := l.text, l.firstLine, 0, 0
	sign := l.commentSign(text)
	for at := 0; at < len(text) && l.commentSign(text[at:]) != ""; lines++ {
		last = at
		if len(l.comments) < mostComments {
			l.comments = append(l.comments, strings.TrimSpace(string(text[at:at+min(firstLine(text[at:]), 1<<12)])))
		}
		at += firstLine(text[at:])
		l.text = text[at:]
	}
	if len(bytes.TrimSpace(l.text)) == 0 {
		l.text, lines = text, 0
	}
	l.firstLine = line + lines
	records := l.records()
	if lines == 0 || len(records) == 0 {
		return records
	}
	width, _ := commonWidth(records)
	fields := sample(text[last:len(text)-len(l.text)], l.separator)
	if len(fields) == 1 && len(fields[0]) == width && width > 1 && !known.Clinical(l.comments) {
		l.text = text[last:]
		l.firstLine--
		lines--
		records = append(fields, records...)
	}
	if lines > 0 {
		l.notes = append(l.notes, inference.Plural(lines, "line")+" at the top starting "+
			"with "+sign+" "+words.Were(lines)+
			" skipped.")
	}
	return records
}

// records chooses the separator, unless the options or the first line of the file give it, and
// returns the first records.
func (l *layout) records() [][]string {
	if l.separator != 0 {
		return sample(l.text, l.separator)
	}
	var records [][]string
	l.separator, records = guessSeparator(l.text, l.missing)
	return records
}

// arrange chooses header, width and decimal sign from the first records. note says what was close, or nothing.
func (l *layout) arrange(records [][]string) (note string) {
	body := records[1:]
	if len(body) == 0 {
		body = records
	}
	l.decimal = '.'
	if l.o.DecimalComma == Yes || l.o.DecimalComma == Guess && guessDecimalComma(body) {
		l.decimal = ','
	}
	close := false
	l.header = l.o.Header == Yes
	if l.o.Header == Guess {
		l.header, close = guessHeader(records, l.decimal, l.missing)
	}
	if close && l.header {
		note = "The first row contains numbers and was read as column names."
	} else if close {
		note = "The first row was read as data; if it names the columns, say that there is a header."
	}
	if !l.header {
		l.width = len(records[0])
		if w, share := commonWidth(records); share > 0.5 {
			l.width = w
		}
		l.sample = records
		l.first = l.emptyLeft()
		return note
	}
	l.names, l.sample, l.width = records[0], records[1:], len(records[0])
	if l.groups != nil && len(l.names) == l.width {
		takeGroups(l, l.groups, l.names)
	}
	l.secondHeader()
	if len(l.sample) == 0 {
		return note
	}
	common, share := commonWidth(l.sample)
	last := len(l.names) - 1
	switch {
	case share <= 0.5:
	case common == l.width+1 && vacant(l.sample, l.width):
		l.width, l.trailing = common, true
		l.names = append(l.names, "")
	case common == l.width+1:
		l.blankNames = l.separator == ' ' && l.o.RowNames == Guess && blankInNames(l.names, l.sample)
		l.width, l.unnamed = common, true
		l.names = append([]string{""}, l.names...)
	case common == l.width-1 && l.width > 1 && l.names[last] == "":
		l.width, l.trailing = common, true
		l.names = l.names[:last]
	}
	l.first = l.emptyLeft()
	return note
}

// emptyLeft returns how many columns at the left have neither a name nor a value in the sample, 0 if that is all of
// them.
func (l *layout) emptyLeft() int {
	for j := range l.width {
		if j < len(l.names) && l.names[j] != "" || !vacant(l.sample, j) {
			return j
		}
	}
	return 0
}

// vacant reports whether field j is empty in every record that has it.
func vacant(records [][]string, j int) bool {
	for _, record := range records {
		if len(record) > j && record[j] != "" {
			return false
		}
	}
	return true
}

// scanner returns a scanner at the first record of the body, which must be closed.
func (l *layout) scanner() (*scanner, *Error) {
	s := newScanner(l.text, l.separator)
	if l.stream != nil {
		s = newScanner(nil, l.separator)
		s.from = l.stream.pour(l.ctx)
		if e := s.skip(l.head - len(l.text)); e != nil {
			s.close()
			return nil, e
		}
	}
	s.line = l.firstLine
	if l.header {
		for range 1 + l.below {
			_, line, fault := s.next()
			if line == l.o.UnitsLine && fault == nil && s.failed == nil { // only a stream still has that line
				_, _, fault = s.next()
			}
			if fault != nil || s.failed != nil {
				s.close()
				return nil, l.problem(s, fault)
			}
		}
	}
	return s, nil
}

// problem is the error of a scanner.
func (l *layout) problem(s *scanner, fault *scanError) *Error {
	if s.failed != nil {
		return s.failed
	}
	return l.fault(fault)
}

func (l *layout) fault(f *scanError) *Error {
	e := &Error{File: l.file, Line: f.line, Column: f.field + 1, What: f.what, Remedy: f.remedy}
	if f.field < len(l.names) {
		e.ColumnName = l.names[f.field]
	}
	return e
}

// ragged returns the error of a record that does not have l.width fields.
func (l *layout) ragged(fields, line int) *Error {
	e := &Error{File: l.file, Line: line,
		What: fmt.Sprintf("has %s where the other rows have %d", inference.Plural(fields, "cell"), l.width)}
	if l.header {
		e.What = fmt.Sprintf("has %s where the header has %d", inference.Plural(fields, "cell"), len(l.names))
	}
	if fields < l.width {
		e.Remedy = "Add the missing separators: every row must have every column, with an empty cell for a missing value."
		if fields <= max(1, l.width/2) {
			e.Remedy += " If the table ends above this line, skip it and those below (Skip at end, or --skip-end)."
		}
	} else {
		e.Remedy = fmt.Sprintf("Remove the surplus cells, or put quotes around a cell that contains a %s.",
			separatorName(l.separator))
		if l.decoded.sheet != "" {
			e.Remedy = "Remove the surplus cells."
		}
	}
	if l.header && (fields > l.width+1 || l.decoded.sheet != "") {
		e.Remedy += " " + l.whereToSkip()
	}
	return e
}

// chosenSeparator returns the separator as options name it.
func (l *layout) chosenSeparator() rune {
	if l.aligned {
		return ' '
	}
	return l.separator
}

func separatorName(r rune) string {
	switch r {
	case ',':
		return "comma"
	case ';':
		return "semicolon"
	case '\t':
		return "tab"
	case '|':
		return "bar"
	}
	return "space"
}
