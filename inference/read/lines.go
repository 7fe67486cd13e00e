package read

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/safe"
	"example.org/espalier/inference/tables"
	"example.org/espalier/inference/words"
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

// Annotated joins the tables and then the files of annotations that the options name to a table, with notes on what
// matched. An error is an *[Error].
func Annotated(ctx context.Context, t *inference.Table, o Options) (*inference.Table, error) {
	t, err := withTables(ctx, t, o)
	if err != nil {
		return nil, err
	}
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

// withTables joins the tables that the options name. All guesses are made anew for each file, but for codes of missing
// cells and limits.
func withTables(ctx context.Context, t *inference.Table, o Options) (*inference.Table, error) {
	if len(o.Tables) == 0 {
		return t, nil
	}
	for _, entry := range o.Tables {
		name, path := NamedTable(entry)
		added, err := File(ctx, path, Options{Missing: o.Missing, Limits: o.Limits, Numeric: o.Numeric,
			Annotations: o.Annotations, joined: true})
		if err != nil {
			return nil, err
		}
		joined, _, err := tables.Join(t, added, name, MaxCells)
		if twice := (*tables.Twice)(nil); errors.As(err, &twice) {
			return nil, &Error{File: twice.Table, What: twice.What(), Remedy: twice.Remedy()}
		} else if err != nil {
			return nil, &Error{File: filepath.Base(path), What: err.Error()}
		}
		t = joined
	}
	for _, name := range o.Numeric {
		if !slices.Contains(t.Columns, name) {
			return nil, &Error{File: t.Name, What: fmt.Sprintf("no table has a column %q", name),
				Remedy: "The columns are " + words.QuoteSome(t.Columns, 12) + "."}
		}
	}
	return t, nil
}

// NamedTable splits an entry of [Options.Tables], PATH or NAME=PATH, into the name, "" for none, and the path. A file
// of the whole name is meant first.
func NamedTable(entry string) (name, path string) {
	name, path, ok := strings.Cut(entry, "=")
	if _, err := os.Stat(safe.Path(entry)); !ok || err == nil {
		return "", entry
	}
	return strings.TrimSpace(name), path
}
