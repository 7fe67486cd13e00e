package read

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/words"
)

// NoComments as [Options.Comment] reads every line, whatever it begins with.
const NoComments = "none"

// mostAside limits how many lines of each kind a [Preview] lists.
const mostAside = 6

// An Aside is a line of the file that is no row of the table.
type Aside struct {
	Line  int // from 1
	Cells []string
	Why   string // one of AboveTable and so on
}

// Why a line is no row of the table.
const (
	AboveTable  = "above the table"
	CommentLine = "comment"
	UnitsBelow  = "units"
	TypesLine   = "types"
	HeaderAgain = "column names"
	BelowTable  = "below the table" // of these there are at most mostFooters where they are guessed
)

// EndsAfter counts the lines below the table that stand below one of them.
func (p *Preview) EndsAfter(line Aside) (n int) {
	for _, a := range p.Below {
		if a.Why == BelowTable && a.Line > line.Line {
			n++
		}
	}
	return n
}

// has reports whether a record is one of the lines below the table.
func (s *strays) has(record []string) bool {
	return slices.ContainsFunc(s.aside, func(a Aside) bool {
		return a.Why == BelowTable && slices.Equal(a.Cells, record)
	})
}

// note keeps a line: all below the table, and the first of another kind.
func (s *strays) note(why string, line int, fields [][]byte) {
	same := 0
	for _, a := range s.aside {
		if a.Why == why {
			same++
		}
	}
	if same < mostAside || why == BelowTable {
		s.aside = append(s.aside, Aside{line, strings.Split(string(bytes.Join(fields, []byte{0})), "\x00"), why})
	}
}

// commentSign returns the sign at the beginning of a line that makes it a comment, or "": that of the options, or one
// of the usual.
func (l *layout) commentSign(text []byte) string {
	signs := []string{"#", "!", "%", "//"}
	switch l.o.Comment {
	case "":
	case NoComments:
		return ""
	default:
		signs = []string{l.o.Comment}
	}
	for _, sign := range signs {
		if bytes.HasPrefix(text, []byte(sign)) {
			return sign
		}
	}
	return ""
}

// isComment reports whether a record of a table of width columns is a comment: it begins with a sign and, unless the
// options name the sign, is not a row of numbers whose name happens to begin so.
func (l *layout) isComment(fields [][]byte, width int) bool {
	if len(fields) == 0 || l.commentSign(fields[0]) == "" {
		return false
	}
	if l.o.Comment != "" {
		return true
	}
	if width < 2 {
		return false
	}
	if len(fields) != width {
		return true
	}
	return !slices.ContainsFunc(fields[1:], looksNumeric)
}

// cutEnd drops the last lines that are not blank, as many as the options say. Those of a stream are found
// by [layout.findEnd].
func (l *layout) cutEnd() *Error {
	if l.stream != nil {
		return nil
	}
	text := l.text
	for n := l.o.SkipEnd; n > 0; n-- {
		text = bytes.TrimRight(text, " ,;|\t\r\n")
		if len(text) == 0 {
			return l.tooFew()
		}
		text = text[:bytes.LastIndexAny(text, "\r\n")+1]
	}
	l.text, l.ended = text, l.text[len(text):]
	return nil
}

func (l *layout) tooFew() *Error {
	return &Error{File: l.file, What: "has fewer than " + inference.Plural(l.o.SkipEnd, "line"),
		Remedy: "Skip fewer lines at the end."}
}

// findEnd reads a stream once to learn on which line the first of the records begins that the options skip at the end.
func (l *layout) findEnd() *Error {
	if l.stream == nil || l.o.SkipEnd <= 0 || l.lastFrom > 0 {
		return nil
	}
	s, e := l.scanner()
	if e != nil {
		return e
	}
	defer s.close()
	var last []int
	var w work
	for {
		if e := w.did(l, l.width); e != nil {
			return e
		}
		fields, line, fault := s.next()
		switch {
		case fault != nil || s.failed != nil:
			return l.problem(s, fault)
		case fields == nil && len(last) < l.o.SkipEnd:
			return l.tooFew()
		case fields == nil:
			l.lastFrom = last[0]
			return nil
		case blank(fields):
			continue
		}
		if last = append(last, line); len(last) > l.o.SkipEnd {
			last = last[1:]
		}
	}
}

const otherUnits = "Choose the line that holds the units of the columns, or none."

// takeUnits takes the line out of the text that the options name as that of units. A blank line stays in its
// place, so that the lines below keep their numbers.
func (l *layout) takeUnits() *Error {
	if l.o.UnitsLine <= 0 {
		return nil
	}
	at, line := 0, l.firstLine
	for ; line < l.o.UnitsLine && at < len(l.text); line++ {
		at += firstLine(l.text[at:])
	}
	if line != l.o.UnitsLine || at >= len(l.text) {
		return &Error{File: l.file, What: fmt.Sprintf("has no line %d near its beginning", l.o.UnitsLine),
			Remedy: otherUnits}
	}
	l.text = bytes.Clone(l.text)
	held := bytes.TrimRight(l.text[at:at+firstLine(l.text[at:])], "\r\n")
	l.units = string(held)
	filler := byte(' ')
	if l.decoded.sheet != "" {
		filler = '\t'
	}
	for i := range held {
		held[i] = filler
	}
	return nil
}

// useUnits adds the units of the line that the options name to the names of the columns.
func (l *layout) useUnits() *Error {
	if l.o.UnitsLine <= 0 {
		return nil
	}
	fail := func(what, remedy string) *Error {
		return &Error{File: l.file, Line: l.o.UnitsLine, What: what, Remedy: remedy}
	}
	if !l.header || len(l.names) == 0 {
		return fail("gives units, but no column has a name",
			"Say that the first row holds the names of the columns, or choose no line of units.")
	}
	text := []byte(l.units)
	if l.aligned {
		text = tabbedRuns(text)
	}
	var cells []string
	if records := sample(text, l.separator); len(records) > 0 {
		cells = records[0][min(l.left, len(records[0])):]
	}
	if len(cells) == l.width-1 && (l.unnamed || l.aligned || l.separator == ' ') { // the row names have no cell
		cells = append([]string{""}, cells...)
	}
	numbers := 0
	for j, cell := range cells {
		short := len(cells) < l.width && !l.trailing && l.decoded.sheet == ""
		if short || j >= l.width && cell != "" {
			return fail(fmt.Sprintf("has %s where the table has %s", inference.Plural(len(cells), "cell"),
				inference.Plural(l.width, "column")), otherUnits)
		}
		if looksNumeric([]byte(cell)) {
			numbers++
		}
	}
	found := len(nonEmpty(cells))
	if found == 0 || 2*numbers > found {
		return fail("holds no units", otherUnits)
	}
	l.nameUnits(cells)
	l.notes = append(l.notes, fmt.Sprintf("Line %d gives units (%s) and was not read as a row.", l.o.UnitsLine,
		words.QuoteSome(nonEmpty(cells), 3)))
	return nil
}

// nameUnits adds units to the names of the columns.
func (l *layout) nameUnits(cells []string) {
	l.names = slices.Clone(l.names)
	for j, cell := range cells[:min(len(cells), len(l.names))] {
		if unit := strings.Trim(cell, "()[] "); unit != "" && l.names[j] != "" {
			l.names[j] += " (" + unit + ")"
		}
	}
}

// putAside lists the lines that are no rows.
func (p *Preview) putAside(l *layout, r *result) {
	p.UnitsLine = max(0, l.o.UnitsLine)
	add := func(list *[]Aside, line int, text []byte, why string) {
		if records := sample(text, l.separator); len(records) > 0 {
			*list = append(*list, Aside{line, records[0], why})
		}
	}
	line, text := 1+l.decoded.skipped, l.decoded.text
	for ; line < l.firstLine && len(text) > 0; line++ {
		n := firstLine(text)
		switch why := AboveTable; {
		case line == l.o.UnitsLine: // which is listed below
		case l.commentSign(text) != "":
			p.CommentSign = l.commentSign(text)
			add(&p.Above, line, text[:n], CommentLine)
		default:
			add(&p.Above, line, text[:n], why)
		}
		text = text[n:]
	}
	p.Above = p.Above[max(0, len(p.Above)-mostAside):]
	if l.o.UnitsLine > 0 && l.units != "" {
		add(&p.Above, l.o.UnitsLine, []byte(l.units), UnitsBelow)
	}
	if l.header && l.below > 0 {
		s := newScanner(l.text, l.separator)
		s.line = l.firstLine
		for k := range 1 + l.below {
			fields, line, fault := s.next()
			if fault != nil || fields == nil {
				break
			}
			why := TypesLine
			if l.types == nil {
				why = UnitsBelow
				p.UnitsLine = line
			}
			if k > 0 {
				a := strays{}
				a.note(why, line, fields)
				p.Above = append(p.Above, a.aside...)
			}
		}
	}
	p.Ended = max(0, l.o.SkipEnd)
	if r.body != nil {
		p.Below = append(p.Below, r.body.strays.aside...)
		p.Ended += r.body.strays.footers
	}
	line = l.firstLine + newlines(l.text)
	for text := l.ended; len(text) > 0 && len(p.Below) < mostFooters; line++ {
		n := firstLine(text)
		if len(bytes.Trim(text[:n], " ,;|\t\r\n")) > 0 {
			add(&p.Below, line, text[:n], BelowTable)
		}
		text = text[n:]
	}
	for _, a := range p.Below {
		if a.Why == CommentLine && p.CommentSign == "" {
			p.CommentSign = l.commentSign([]byte(a.Cells[0]))
		}
	}
	for _, list := range [][]Aside{p.Above, p.Below} {
		for i := range list {
			list[i].Cells = slices.Clone(list[i].Cells[:min(len(list[i].Cells), PreviewColumns)])
			for j, cell := range list[i].Cells {
				list[i].Cells[j] = words.Shorten(cleanName(cell))
			}
		}
	}
}
