package read

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/read/number"
)

// Lines reads the cells of a file as text, for annotations, groups or a list of names: of any format that a
// table can be read from. Codes of missing cells become "". An error is an *[Error].
func Lines(ctx context.Context, name string, data []byte, o Options) (*annotate.Lines, error) {
	o.AsIs = true
	o.Header = No // the names say whether the first line is a header
	if o.Skip == 0 {
		o.Skip = -1
	}
	l, e := newLayout(ctx, name, data, o)
	if e != nil {
		return nil, e
	}
	lines, e := l.cells()
	if e != nil {
		return nil, e
	}
	return lines, nil
}

// cells reads all lines. The first may have one cell less than the others, as R writes a header, and
// others may lack empty cells at their end.
func (l *layout) cells() (*annotate.Lines, *Error) {
	lines := &annotate.Lines{File: l.file}
	kept := map[string]string{}
	_, _, e := l.each(func(fields [][]byte, _, line int) *Error {
		if len(fields) > l.width && !blank(fields[l.width:]) {
			return l.ragged(len(fields), line)
		}
		if (len(lines.Cells)+1)*l.width > wholeCells {
			return l.oversize(line)
		}
		row := make([]string, l.width)
		into := row
		if len(lines.Cells) == 0 && len(fields) == l.width-1 {
			into = row[1:]
		}
		for j, f := range fields[:min(len(fields), len(into))] {
			if l.missing.has(f) {
				continue
			}
			text, known := kept[string(f)]
			if !known {
				text = cleanName(string(f))
				kept[string(f)] = text
			}
			into[j] = text
		}
		lines.Cells = append(lines.Cells, row)
		return nil
	})
	if e != nil {
		return nil, e
	}
	if len(lines.Cells) == 0 {
		return nil, &Error{File: l.file, What: "the file contains no names", Remedy: "Export it again, with a column " +
			"that holds the names of rows or columns of the table."}
	}
	l.amongNumbers(lines)
	return lines, nil
}

// amongNumbers empties the cells below the first line that hold a code of AmongNumbers, in columns of numbers.
func (l *layout) amongNumbers(lines *annotate.Lines) {
	for j := range l.width {
		var at []int
		numbers, words := 0, 0
		for i, row := range lines.Cells[1:] {
			cell := []byte(row[j])
			if _, ok := number.Parse(cell, l.decimal); ok {
				numbers++
			} else if l.missing.among(cell) {
				at = append(at, i+1)
			} else {
				words++
			}
		}
		if numbers == 0 || words > 0 {
			continue
		}
		for _, i := range at {
			lines.Cells[i][j] = ""
		}
	}
}

// LinesOf is [Lines] of a file.
func LinesOf(ctx context.Context, path string) (*annotate.Lines, error) {
	data, err := contentContext(ctx, path)
	if err != nil {
		return nil, err
	}
	return Lines(ctx, strings.ToValidUTF8(filepath.Base(path), "\ufffd"), data, Options{})
}

// Annotated joins the files of annotations that the options name to a table, with notes on what
// matched. An error is an *[Error].
func Annotated(ctx context.Context, t *inference.Table, o Options) (*inference.Table, error) {
	for _, side := range []struct {
		target annotate.Target
		paths  []string
	}{{annotate.Rows, o.RowAnnotations}, {annotate.Columns, o.ColumnAnnotations}} {
		for _, path := range side.paths {
			lines, err := LinesOf(ctx, path)
			if err != nil {
				return nil, err
			}
			j, err := annotate.Join(t, lines, annotate.Choices{Target: side.target})
			if err != nil {
				none := (*annotate.NoMatch)(nil)
				if errors.As(err, &none) {
					err = &Error{File: none.File, What: none.What, Remedy: none.Remedy()}
				}
				return nil, err
			}
			u := *j.AddTo(t)
			u.Notes = append(append([]string(nil), t.Notes...), j.Notes()...)
			t = &u
		}
	}
	ordered, err := t.Ordered(o.Levels)
	if err != nil {
		return nil, &Error{File: t.Name, What: err.Error(), Remedy: "Spell levels as the file does."}
	}
	return ordered, nil
}
