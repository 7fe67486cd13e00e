package files

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/read"
	"example.org/espalier/views/panics"
)

// A Sort is the sort of a file by its content.
type Sort int

// The sorts of file.
const (
	Table Sort = iota // or anything else, which the reader of tables then refuses
	Study
	Trees
)

// SortOf tells the sort of a file by its first bytes. The name of the file does not count.
func SortOf(data []byte) Sort {
	const name = 30 // where the name of the first part of a ZIP archive begins
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) && len(data) > name &&
		bytes.HasPrefix(data[name:], []byte("espalier.json")) {
		return Study
	}
	text := bytes.TrimSpace(data[:min(len(data), 1<<16)])
	text = bytes.TrimPrefix(text, []byte{0xef, 0xbb, 0xbf})
	if len(text) >= 6 && bytes.EqualFold(text[:6], []byte("#NEXUS")) {
		return Trees
	}
	if read.IsNodes(text) {
		return Trees
	}
	for bytes.HasPrefix(text, []byte("[")) { // comments before a tree
		_, rest, closed := bytes.Cut(text, []byte("]"))
		if !closed {
			return Table
		}
		text = bytes.TrimSpace(rest)
	}
	if bytes.HasPrefix(text, []byte("(")) && (len(data) > 1<<16 || bytes.IndexByte(text, ';') > 0) {
		return Trees
	}
	return Table
}

// tooLong is the size from which on a file is not taken for annotations, which are read as a whole.
const tooLong = 64 << 20

// beginning returns as much of a file as [SortOf] looks at.
func beginning(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, 1<<16+1))
}

// Told reads a file and tells its sort; lines are not nil where it holds annotations of a table, which may be nil.
func Told(ctx context.Context, path string, table *inference.Table) (sort Sort, lines *annotate.Lines, err error) {
	if read.IsFolder(path) {
		return Table, nil, nil
	}
	sort, err = panics.Call(func() (Sort, error) {
		switch info, err := os.Stat(path); {
		case err == nil && info.Mode()&os.ModeNamedPipe != 0:
			return Table, nil // bytes read from a pipe are gone
		case err == nil && info.Mode().IsRegular() && info.Size() >= tooLong:
			head, err := beginning(path)
			return SortOf(head), err
		}
		data, err := Read(ctx, path)
		if err != nil {
			return Table, err
		}
		sort := SortOf(data)
		if sort == Table && table != nil {
			// The preview of tables explains files that cannot be read.
			if l, err := read.Lines(ctx, filepath.Base(path), data, read.Options{}); err == nil && Annotates(table, l) {
				lines = l
			}
		}
		return sort, nil
	})
	return sort, lines, err
}

// Annotates reports whether lines of a file are annotations of a table rather than a table of their own: half
// of the file or of the table matches by name, and as many of its columns are text as are numbers.
func Annotates(t *inference.Table, lines *annotate.Lines) bool {
	j, err := annotate.Join(t, lines, annotate.Choices{})
	if err != nil || j.Matched() < 2 {
		return false
	}
	text, numbers := 0, 0
	for _, a := range j.Annotations {
		if a.Numeric {
			numbers++
		} else {
			text++
		}
	}
	return text > 0 && text >= numbers && 2*j.Matched() >= min(len(j.To), j.Matched()+len(j.Surplus))
}

// Taken names the sort that a file was opened as, the first of so many that were dropped.
func Taken(name, as string, dropped int) string {
	text := name + " was read as " + as + "."
	if dropped > 1 {
		text += fmt.Sprintf(" It is the first of the %d files that were dropped.", dropped)
	}
	return text
}
