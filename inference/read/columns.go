package read

import (
	"bytes"
	"math"
	"slices"

	"example.org/espalier/inference"
	kinds "example.org/espalier/inference/column"
	"example.org/espalier/inference/read/design"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/read/sentinel"
	"example.org/espalier/inference/words"
)

// A mark is the first cell of its kind in a column; line 0 means there is none.
type mark struct {
	line int
	cell string
}

func (m *mark) set(line int, cell []byte) {
	if m.line == 0 {
		*m = mark{line, string(cell)}
	}
}

// column gathers facts about the cells of a column.
type column struct {
	Column
	numbers, texts, doubtful int     // cells; doubtful ones would be numbers in another notation
	among                    int     // cells that hold a code of AmongNumbers
	days                     int     // whole numbers that are days, such as 20190403, while all are
	limits                   int     // cells that were read as limits or as not measured
	amongAt                  mark    // the first of them
	amongMissing             bool    // they are missing cells
	low, high                float64 // of the numbers
	huge                     mark    // the first number that float32 cannot hold
	text                     mark
	doubt                    [number.OtherDecimal + 1]mark // by notation
	tally                    *number.Tally                 // of cells that are no plain numbers; nil without one
	reading                  *number.Reading               // of these cells; nil before it is chosen
	decimal                  byte                          // '.' or ','
	values                   []string                      // of text columns and of the first, "" where missing
	booleans                 bool                          // texts are read as 1 and 0
	mark                     string                        // with booleans, what means 1 where an empty cell means 0
	fractions                bool                          // some number is not whole
	counting                 bool                          // its numbers so far count from 0 or 1
	start                    float64                       // the first of them
	design                   design.Numbers                // whether they are numbers of blocks or plots
	wells                    int                           // numbers like 3E7, counted up to the first of another form
	long                     mark                          // the first whole number that float64 cannot hold
	identifies               bool                          // taken for identifiers, if its texts agree
	sentinels                []sentinel.Found              // numbers that are missing cells
	seems                    *design.Verdict               // what the numbers may be that stayed measurements
	of                       int                           // the column of the units that seems is about
}

// constant reports whether all numbers of the column are one.
func (c *column) constant() bool { return c.numbers > 0 && c.low == c.high && !c.booleans }

// body holds all cells of the table as numbers, NaN for cells that are not numbers.
type body struct {
	rows      int
	cells     *inference.GridBuilder // rows × width
	first     []float64              // the column that may name the rows, never as float32
	alike     []int                  // columns that hold the same numbers in all rows
	columns   []column
	strays    strays
	blankRows int  // records without any content, which are left out
	zeros     int  // cells of zero that are missing
	decimals  bool // some number has a decimal point or comma
	// ungrouped: some number with a decimal sign cannot be a whole number with a sign between thousands.
	ungrouped bool
	group     mark             // a number whose decimal sign may stand between thousands
	groupAt   int              // its column
	limits    inference.Limits // of cells that are missing, by their places in the file
	// ordinals are the positions of the rows among the records of the file, counting blank ones.
	ordinals []int
}

// readBody parses every cell once.
func (l *layout) readBody() (*body, *Error) {
	b := &body{columns: make([]column, l.width)}
	for j := range b.columns {
		c := &b.columns[j]
		c.decimal = l.decimal
		if l.readings != nil && l.readings[j] != nil {
			c.reading, c.decimal = l.readings[j], l.readings[j].Style.Decimal
		}
	}
	rows := 0
	if l.stream == nil {
		// At most one row per line and one cell per byte.
		rows = min(newlines(l.text), len(l.text)/l.width) + 1
	}
	b.cells = inference.NewGridBuilder(l.width, rows, narrowCells)
	texts := l.collect(b, l.likelyTexts())
	row := make([]float64, l.width)
	zeros := l.zeros()
	var e *Error
	b.blankRows, b.strays, e = l.each(func(fields [][]byte, ordinal, line int) *Error {
		if len(fields) != l.width {
			return l.ragged(len(fields), line)
		}
		if !l.fits(b.rows + 1) {
			return l.oversize(line)
		}
		for j, f := range fields {
			c := &b.columns[j]
			if l.missing.numbers && l.missing.has(f) {
				c.Missing++
				row[j] = math.NaN()
				continue
			}
			x, ok := number.Parse(f, c.decimal)
			if !ok || math.IsInf(x, 0) {
				if x, ok = l.oddCell(c, f, line, ok); !ok {
					if c.reading != nil {
						b.state(j, f)
					}
					row[j] = math.NaN()
					continue
				}
			}
			if x == 0 && zeros != nil && zeros[j] {
				c.Missing++
				b.zeros++
				row[j] = math.NaN()
				continue
			}
			if c.numbers == 0 {
				c.low, c.high = x, x
			}
			c.low, c.high = min(c.low, x), max(c.high, x)
			if math.Abs(x) > math.MaxFloat32 {
				c.huge.set(line, f)
			}
			c.look(x, f, line)
			c.numbers++
			row[j] = x
			if !b.ungrouped && bytes.IndexByte(f, c.decimal) >= 0 && c.reading == nil {
				b.decimals = true
				if !number.OneGroup(f) {
					b.ungrouped = true
				} else if b.group.line == 0 {
					b.group.set(line, f)
					b.groupAt = j
				}
			}
		}
		if b.rows == 0 {
			b.alike = inference.UpTo(l.width)
		}
		b.alike = slices.DeleteFunc(b.alike, func(j int) bool { return row[j] != row[l.first] })
		b.rows++
		b.ordinals = append(b.ordinals, ordinal)
		b.cells.Append(row)
		b.first = append(b.first, row[l.first])
		return texts.add(fields, line)
	})
	if e != nil {
		return nil, e
	}
	return b, nil
}

// mostStated limits how many limits are kept.
const mostStated = 1_000_000

// state keeps the limit that a cell of column j holds, if it holds one that is read as missing.
func (b *body) state(j int, f []byte) {
	low, high, ok := b.columns[j].reading.Bounds(f)
	if !ok || len(b.limits) == mostStated {
		return
	}
	if b.limits == nil {
		b.limits = inference.Limits{}
	}
	b.limits[inference.Cell{Row: b.rows, Column: j}] = kinds.Interval{Low: low, High: high}
}

// oddCell counts a cell that is no plain finite number. It returns the number that it holds in the notation of its
// column.
func (l *layout) oddCell(c *column, f []byte, line int, overflow bool) (x float64, ok bool) {
	if code, among := l.missing.find(f); among {
		c.among++
		c.amongAt.set(line, f)
		return 0, false
	} else if code {
		c.Missing++
		return 0, false
	}
	n := number.Infinite
	if !overflow {
		n = number.NotationOf(f, c.decimal)
	}
	if c.tally == nil {
		c.tally = number.NewTally(c.reading)
	}
	sort := number.Other
	if n != number.Infinite {
		sort = c.tally.Add(f)
	}
	if c.reading != nil && sort != number.Other {
		x, missing, ok := c.reading.Read(f)
		if missing {
			c.Missing++
			c.limits++
			return 0, false
		}
		if ok {
			if sort == number.Limited {
				c.limits++
			}
			return x, true
		}
	}
	if n == number.NoNumber && sort != number.Grouped {
		c.texts++
		c.text.set(line, f)
		return 0, false
	}
	c.doubtful++
	c.doubt[max(n, number.Infinite)].set(line, f)
	return 0, false
}

// each gives do the fields of every record that is not blank, with the number of the record among all of them and its
// line, both from 1. The fields are good until do returns. It returns how many records were blank, and those that are
// no rows.
func (l *layout) each(do func(fields [][]byte, ordinal, line int) *Error) (blanks int, left strays, e *Error) {
	if e := l.findEnd(); e != nil {
		return 0, left, e
	}
	s, e := l.scanner()
	if e != nil {
		return 0, left, e
	}
	defer s.close()
	var w work
	var short *Error // of the first record that may stand below the table
	var padded []padded
	foot := func(fields [][]byte, line int) {
		left.footers++
		left.note(BelowTable, line, fields)
		left.footer.set(line, fields[0])
	}
	footPadded := func() {
		for _, p := range padded {
			foot(p.fields, p.line)
		}
		padded = nil
	}
	ends := s.line // the line after the last record
	for ordinal := 1; ; ordinal++ {
		if e := w.did(l, l.width); e != nil {
			return blanks, left, e
		}
		fields, line, fault := s.next()
		apart := line > ends
		ends = s.line
		switch {
		case fault != nil || s.failed != nil:
			return blanks, left, l.problem(s, fault)
		case fields == nil || line == l.lastFrom:
			footPadded()
			return blanks, left, nil
		case line == l.o.UnitsLine: // of a stream; elsewhere it is blank
			ordinal--
		case blank(fields):
			blanks++
		case l.isComment(fields, l.width):
			left.comments++
			left.note(CommentLine, line, fields)
			left.comment.set(line, bytes.Join(fields, []byte(string(l.separator))))
		case l.isHeader(fields):
			left.headers++
			left.note(HeaderAgain, line, fields)
			left.again.set(line, bytes.Join(fields, []byte(string(l.separator))))
		case l.mayFoot(fields, apart || short != nil):
			footPadded()
			foot(fields, line)
			if short == nil {
				short = l.ragged(len(fields), line)
			}
			if left.footers > mostFooters {
				return blanks, left, short
			}
		case short != nil: // so it stood within the table
			return blanks, left, short
		case l.width > 1 && countsOfNone(fields[0]):
			left.totals = append(left.totals, string(fields[0]))
		case l.mayFootPadded(fields) && len(padded) < mostFooters:
			padded = append(padded, keepPadded(fields, ordinal, line))
		default:
			for _, p := range padded { // rows without values, after all
				if e := do(p.fields, p.ordinal, p.line); e != nil {
					return blanks, left, e
				}
			}
			padded = nil
			if rule := l.dropped(fields); rule >= 0 {
				left.drop(rule)
				continue
			}
			if e := do(fields, ordinal, line); e != nil {
				return blanks, left, e
			}
		}
	}
}

func blank(fields [][]byte) bool {
	for _, f := range fields {
		if len(f) > 0 {
			return false
		}
	}
	return true
}

// numberish reports whether the column was clearly meant to hold numbers, despite stray texts.
func (c *column) numberish() bool {
	n := c.numbers + c.doubtful
	return n > 0 && n >= 3*c.texts
}

// plain reports whether all cells are numbers or missing.
func (c *column) plain() bool { return c.texts == 0 && c.doubtful == 0 }

// refusal returns the error of the first cell that keeps column j from being numbers.
func (l *layout) refusal(c *column, j int) *Error {
	e := &Error{File: l.file, Column: j + 1, ColumnName: c.Name}
	consider := func(m mark, what, remedy string) {
		if m.line > 0 && (e.Line == 0 || m.line < e.Line) {
			e.Line, e.Cell, e.What, e.Remedy = m.line, words.Shorten(m.cell), what, remedy
		}
	}
	sign, otherSign := "point", "comma"
	if l.decimal == ',' {
		sign, otherSign = "comma", "point"
	}
	consider(c.text, "is not a number, although most cells of its column are", "Correct the cell, add it to the "+
		"codes of missing cells (Missing cells, or --missing), or make the column an annotation (its role, or "+
		"--annotations).")
	consider(c.doubt[number.Infinite], "is not a finite number",
		"Correct the cell, leave it empty, or add it to the codes of missing cells (Missing cells, or --missing=usual,"+
			words.Shorten(c.doubt[number.Infinite].cell)+").")
	consider(c.doubt[number.Thousands], "has a thousands separator",
		"Remove the thousands separators: write 1234567.8 for 1,234,567.8.")
	consider(c.doubt[number.OneThousand], "has a thousands separator, or a decimal sign other than the "+sign+" in the "+
		"other cells", "Remove the thousands separators, or say which decimal sign the file uses.")
	consider(c.doubt[number.OtherDecimal], "has a decimal "+otherSign+" where other cells have a decimal "+sign,
		"Use one decimal sign throughout, or say which one the file uses.")
	return e
}

// ambiguous returns the error for commas that may be decimal or thousands separators.
func (l *layout) ambiguous(b *body, at mark, j int) *Error {
	e := &Error{File: l.file, Line: at.line, Column: j + 1, ColumnName: b.columns[j].Name, Cell: at.cell}
	e.What = "may have a thousands separator or a decimal comma, and no other cell shows which"
	e.Remedy = "Say whether the file uses decimal commas, or remove the thousands separators."
	return e
}
