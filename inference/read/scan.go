package read

import "bytes"

// A scanner splits text into records and fields, counting lines as an editor does. A field may be
// quoted, with "" for a quote; a quoted field may contain separators and line ends. A quote inside
// an unquoted field is an ordinary character. Blank lines are skipped.
type scanner struct {
	text      []byte
	at        int
	line      int  // of the byte at, from 1
	separator byte // ' ' means any run of spaces and tabs
	fields    [][]byte
	scratch   []byte // quoted fields with "" reduced to "

	began, beganLine int    // of the record
	from             *pour  // of a stream, of which text is the part around the record
	failed           *Error // why no more of it can be read
}

func newScanner(text []byte, separator rune) *scanner {
	return &scanner{text: text, line: 1, separator: byte(separator)}
}

// A scanError is a quoting fault.
type scanError struct {
	line, field  int
	what, remedy string
}

// next returns the fields of the next record, trimmed of blanks, and the line on which it begins;
// nil at the end of the text. The fields are valid until the next call.
func (s *scanner) next() (fields [][]byte, line int, fault *scanError) {
	for {
		fields, line, fault = s.record()
		if s.from == nil || s.at < len(s.text) {
			return fields, line, fault
		}
		more, e := s.more() // the text may go on here
		if e != nil {
			s.failed = e
			return nil, s.line, nil
		}
		if !more {
			s.from.close()
			s.from = nil
		}
		s.at, s.line = 0, s.beganLine
	}
}

// record is next within the text that is here.
func (s *scanner) record() (fields [][]byte, line int, fault *scanError) {
	s.began, s.beganLine = s.at, s.line
	for s.at < len(s.text) {
		line, s.began, s.beganLine = s.line, s.at, s.line
		s.fields, s.scratch = s.fields[:0], s.scratch[:0]
		quoted := false
		for more := true; more; {
			s.skipBlanks()
			if s.at < len(s.text) && s.text[s.at] == '"' {
				quoted = true
				if fault = s.quoted(); fault != nil {
					return nil, line, fault
				}
			} else {
				s.plain()
			}
			more = s.endField()
		}
		if len(s.fields) == 1 && len(s.fields[0]) == 0 && !quoted {
			continue
		}
		return s.fields, line, nil
	}
	return nil, s.line, nil
}

func (s *scanner) skipBlanks() {
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] == '\t' && s.separator != '\t') {
		s.at++
	}
}

// plain reads an unquoted field.
func (s *scanner) plain() {
	start, i, text, separator := s.at, s.at, s.text, s.separator
	for i < len(text) {
		c := text[i]
		if c == separator || c == '\n' || c == '\r' || c == '\t' && separator == ' ' {
			break
		}
		i++
	}
	s.at = i
	for i > start && (text[i-1] == ' ' || text[i-1] == '\t') {
		i--
	}
	if i > start && (text[start] >= 0x80 || text[i-1] >= 0x80) {
		s.fields = append(s.fields, trimBlanks(text[start:i:i]))
		return
	}
	s.fields = append(s.fields, text[start:i:i])
}

// quoted reads a quoted field and the blanks after it.
func (s *scanner) quoted() *scanError {
	opened := s.line
	s.at++
	start, begin, escaped := s.at, len(s.scratch), false
	for ; ; s.at++ {
		if s.at >= len(s.text) {
			return &scanError{opened, len(s.fields), "a quotation mark opens here and is never closed",
				`Close it or remove it; inside quotes, write "" for a quotation mark.`}
		}
		switch s.text[s.at] {
		case '\n':
			s.line++
		case '\r':
			if s.at+1 == len(s.text) || s.text[s.at+1] != '\n' {
				s.line++
			}
		case '"':
			if s.at+1 < len(s.text) && s.text[s.at+1] == '"' {
				s.scratch = append(s.scratch, s.text[start:s.at+1]...)
				s.at++
				start, escaped = s.at+1, true
				continue
			}
			field := s.text[start:s.at:s.at]
			if escaped {
				s.scratch = append(s.scratch, field...)
				field = s.scratch[begin:len(s.scratch):len(s.scratch)]
			}
			s.fields = append(s.fields, trimBlanks(field))
			s.at++
			closed := s.at
			s.skipBlanks()
			if s.at < len(s.text) && s.text[s.at] != s.separator && s.text[s.at] != '\n' && s.text[s.at] != '\r' &&
				(s.separator != ' ' || s.at == closed) {
				return &scanError{s.line, len(s.fields) - 1, "text follows a closing quotation mark",
					`Write "" for a quotation mark inside quotes, or quote the whole cell.`}
			}
			return nil
		}
	}
}

// endField skips the end of a field and reports whether the record continues.
func (s *scanner) endField() bool {
	if s.separator == ' ' {
		s.skipBlanks()
	}
	if s.at >= len(s.text) {
		return false
	}
	switch c := s.text[s.at]; {
	case c == '\n' || c == '\r':
		s.at++
		if c == '\r' && s.at < len(s.text) && s.text[s.at] == '\n' {
			s.at++
		}
		s.line++
		return false
	case s.separator == ' ':
		return true
	}
	s.at++
	if s.at == len(s.text) { // the last byte is a separator: an empty field follows it
		s.fields = append(s.fields, nil)
		return false
	}
	return true
}

// trimBlanks takes blanks off both ends, those included that keep words together on paper.
func trimBlanks(b []byte) []byte {
	for {
		n := len(b)
		b = bytes.Trim(b, " \t")
		for _, blank := range wideBlanks {
			b = bytes.TrimSuffix(bytes.TrimPrefix(b, blank), blank)
		}
		if len(b) == n {
			return b
		}
	}
}

// wideBlanks are spaces that pages and word processors put beside numbers: no-break, narrow no-break,
// figure and thin space.
var wideBlanks = [][]byte{[]byte("\u00a0"), []byte("\u202f"), []byte("\u2007"), []byte("\u2009")}
