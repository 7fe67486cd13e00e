package read

import (
	"bytes"
	"fmt"
)

// mostRecord is how long a record of a stream may be.
const mostRecord = 256 << 20

// more drops the text before the record that was begun and adds what follows it. It reports whether there was more.
func (s *scanner) more() (bool, *Error) {
	if len(s.text)-s.began > mostRecord {
		return false,
			&Error{File: s.from.s.name, Line: s.beganLine, What: fmt.Sprintf("begins a row of more than %d MiB", mostRecord>>20),
				Remedy: "A quotation mark may never be closed: close or remove it."}
	}
	s.text = s.text[:copy(s.text, s.text[s.began:])]
	// As much again, so that a long record is not begun too often.
	for want := 2 * len(s.text); ; {
		c, e := s.from.next()
		switch {
		case e != nil:
			return false, e
		case c == nil:
			s.text = bytes.TrimRight(s.text, "\x1a") // the end mark of old DOS programs
			return false, nil
		}
		s.text = append(s.text, c...)
		s.from.done(c)
		if len(s.text) >= want {
			return true, nil
		}
	}
}

// skip drops the first n bytes of a stream.
func (s *scanner) skip(n int) *Error {
	for len(s.text) < n || len(s.text) == 0 {
		if len(s.text) > 0 {
			n -= len(s.text)
			s.text = s.text[:0]
		}
		c, e := s.from.next()
		if e != nil || c == nil {
			return e
		}
		s.text = append(s.text, c...)
		s.from.done(c)
	}
	s.at = n
	return nil
}

// close ends the reading of a stream.
func (s *scanner) close() {
	if s.from != nil {
		s.from.close()
		s.from = nil
	}
}
