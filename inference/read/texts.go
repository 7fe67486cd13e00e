package read

import (
	"fmt"
	"slices"

	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/number"
)

// texts collects the cells of some columns, with one string for equal ones.
type texts struct {
	l      *layout
	b      *body
	wanted []int
	seen   []map[string]string
	bytes  int // of different cells
}

func (l *layout) collect(b *body, wanted []int) *texts {
	t := &texts{l: l, b: b, wanted: wanted, seen: make([]map[string]string, len(wanted))}
	for k, j := range wanted {
		t.seen[k] = map[string]string{}
		b.columns[j].values = make([]string, 0, b.rows)
	}
	return t
}

// add takes the cells of a row.
func (t *texts) add(fields [][]byte, line int) *Error {
	for k, j := range t.wanted {
		value, known := t.seen[k][string(fields[j])]
		if !known {
			value = string(fields[j])
			t.seen[k][value] = value
			t.bytes += len(value)
		}
		c := &t.b.columns[j]
		c.values = append(c.values, value)
	}
	if t.bytes > MaxBytes {
		return &Error{File: t.l.file, Line: line,
			What:   fmt.Sprintf("the columns of text hold, up to here, more than %d MiB, which is the limit", MaxBytes>>20),
			Remedy: "Leave out columns of text."}
	}
	return nil
}

// likelyTexts returns the columns that hold text in the sample, and the first one that is not empty, which may name the
// rows. Collecting them while the numbers are read mostly saves reading the file again.
func (l *layout) likelyTexts() []int {
	wanted := []int{l.first}
	for j := range l.width {
		if j == l.first || j < l.first && l.use(j) == known.Any {
			continue
		}
		if use := l.use(j); use == known.Out || use == known.Measured {
			continue
		} else if use == known.About {
			wanted = append(wanted, j)
			continue
		}
		if slices.ContainsFunc(l.sample, func(record []string) bool {
			if j >= len(record) || l.missing.among([]byte(record[j])) {
				return false
			}
			_, is := number.Parse([]byte(record[j]), l.decimal)
			return !is
		}) {
			wanted = append(wanted, j)
		}
	}
	return wanted
}

// readTexts collects the cells of the wanted columns and forgets those of all others.
func (l *layout) readTexts(b *body, wanted []int) *Error {
	var more []int
	for j := range b.columns {
		switch c := &b.columns[j]; {
		case !slices.Contains(wanted, j):
			c.values = nil
		case c.values == nil:
			more = append(more, j)
		}
	}
	if len(more) == 0 {
		return nil
	}
	texts := l.collect(b, more)
	rows := 0
	_, _, e := l.each(func(fields [][]byte, _, line int) *Error {
		if rows++; rows > b.rows || len(fields) != l.width {
			return l.stream.changed()
		}
		return texts.add(fields, line)
	})
	if e == nil && rows != b.rows {
		return l.stream.changed()
	}
	return e
}
