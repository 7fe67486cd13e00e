package read

import (
	"bytes"
	"fmt"
)

// tooMany refuses a table of more than MaxCells cells before any of them is read, by counting its records.
func (l *layout) tooMany() *Error {
	if l.stream != nil { // its lines are not known before they are read
		return nil
	}
	if len(l.sample) == 0 || len(l.sample[0]) != l.width || l.fits(newlines(l.text)+1) {
		return nil // what is ragged is refused where it is
	}
	most := min(maxCells/l.width, maxRows)
	if bytes.IndexByte(l.text, '"') >= 0 {
		return l.countRecords(most)
	}
	return l.countLines(most)
}

// countLines refuses a table without quotation marks that has more than most records: each of its lines is one.
func (l *layout) countLines(most int) *Error {
	blanks := string(l.separator) + " \t\v\f\r\n"
	line, records := l.firstLine, 0
	if l.header {
		records--
	}
	var w work
	for text := l.text; len(text) > 0; line++ {
		end := firstLine(text)
		if e := w.did(l, end); e != nil {
			return e
		}
		if len(bytes.TrimLeft(text[:end], blanks)) > 0 {
			if records++; records > most {
				return l.oversize(line)
			}
		}
		text = text[end:]
	}
	return nil
}

// countRecords is countLines for a table whose quoted cells may hold ends of lines.
func (l *layout) countRecords(most int) *Error {
	s, e := l.scanner()
	if e != nil {
		return e
	}
	defer s.close()
	var w work
	for records := 0; ; {
		if e := w.did(l, l.width); e != nil {
			return e
		}
		fields, line, fault := s.next()
		if fields == nil || fault != nil {
			return nil // the reader says more about a fault
		}
		if !blank(fields) {
			if records++; records > most {
				return l.oversize(line)
			}
		}
	}
}

// fits reports whether so many rows are within the limits.
func (l *layout) fits(rows int) bool { return rows <= maxRows && rows <= maxCells/l.width }

// oversize is the error of the line with which a table comes to have more than MaxCells cells, or MaxRows rows.
func (l *layout) oversize(line int) *Error {
	if maxRows < maxCells/l.width {
		return &Error{File: l.file, Line: line,
			What:   fmt.Sprintf("the table has, up to here, more than %d million rows, which is the limit", maxRows/1_000_000),
			Remedy: smaller}
	}
	return &Error{File: l.file, Line: line,
		What: fmt.Sprintf("the table has %d columns and, up to here, more than %d million cells, which is the limit",
			l.width, maxCells/1_000_000),
		Remedy: "Keep the rows or columns you need and save them as a smaller file."}
}

// work counts what was done since the last look at the context.
type work int

// did adds some cells or bytes, and every so often looks whether the reading was cancelled.
func (w *work) did(l *layout, n int) *Error {
	if *w += work(n) + 1; *w < 1<<16 {
		return nil
	}
	*w = 0
	return l.cancelled()
}

// cancelled returns an error once the context has ended.
func (l *layout) cancelled() *Error {
	if err := l.ctx.Err(); err != nil {
		return &Error{File: l.file, What: "reading was cancelled", Remedy: "Open it again to read it.", Err: err}
	}
	return nil
}
