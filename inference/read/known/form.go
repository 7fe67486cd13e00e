package known

import (
	"bytes"
	"strings"
	"unicode"
)

// A Form is one form of text file that is written anew as a table separated by tabs.
type Form struct {
	Title      string   // for people: "GCT"
	Extensions []string // of its files, in lower case and without a point, the usual one first
	Media      Media    // without a type where none is registered with the program
	// Has reports whether the content of a file, not empty, is of this form. The name of a file does not count.
	Has func(content []byte) bool
	// Write returns the table in a text, in UTF-8 without a byte order mark, or says why there is none. The text is not
	// changed.
	Write func(text []byte) (Written, *Fault)
	// Relations is Write where a network is to be read as several relations of the same nodes; nil for forms without.
	Relations func(text []byte) (Written, *Fault)
}

// Media is what a desktop has to know to open the files of a form with the program.
type Media struct {
	Type string // "text/csv"
	// Comment names a file of the type for people: "Sparse matrix (Matrix Market)". It is empty for
	// a type that desktops know by themselves; the others are declared when the program is installed.
	Comment string
	Parent  string   // the more general type that it also is; may be empty
	Magic   []string // texts of which one begins each file; none where only the extension tells
	// Extension is that of the files, without a point. It is the usual one of the form: others may
	// belong to the files of other programs.
	Extension string
}

// A Written is a table separated by tabs, with what the form tells of it.
type Written struct {
	Text    []byte
	Skipped int // lines of the file that stand before the table; the lines below count on from them
	Notes   []string
	// Annotations are columns, numbered from 0, that the file says are none of the measured ones.
	Annotations []int
	// Across are annotations of the columns.
	Across  []Across
	Samples Side
	// Named says that the first line names the columns and the first column the rows, and Network that the cells are
	// links between the rows, which are the columns too.
	Named, Network bool
}

// An Across is an annotation of columns: Values has one for each column of the text, of whatever role.
type Across struct {
	Name   string
	Values []string
}

// A Fault says why there is no table.
type Fault struct {
	Line   int    // from 1; 0 where no line is at fault
	What   string // a clause without a full stop
	Remedy string // whole sentences
}

// forms are all of them: a new one is a line here and a file of its own.
var forms = []Form{gctForm, seriesForm, softForm, cdtForm, biomForm, arffForm, mzTabForm, perseusForm, qiimeForm,
	krakenForm, triangleForm}

// Forms returns all forms, in the order in which they are asked.
func Forms() []Form { return forms }

// FirstLine returns the length of the first line of text, its end included: LF, CRLF or a lone CR.
func FirstLine(text []byte) int {
	end := bytes.IndexAny(text, "\r\n")
	switch {
	case end < 0:
		return len(text)
	case text[end] == '\r' && end+1 < len(text) && text[end+1] == '\n':
		return end + 2
	}
	return end + 1
}

// cellsOf returns the cells of a line that tabs separate, without what ends it.
func cellsOf(line []byte) []string {
	return strings.Split(strings.TrimRight(string(line), "\r\n"), "\t")
}

// withoutMark leaves out a byte order mark.
func withoutMark(content []byte) []byte { return bytes.TrimPrefix(content, []byte{0xef, 0xbb, 0xbf}) }

// lineName makes a name a single line: it replaces runs of blanks, line ends and control characters by one space.
func lineName(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }),
		" ")
}

// appendCell writes a cell: tabs and ends of lines in it become spaces, so that a row stays a line, and one that begins
// with a quotation mark is quoted.
func appendCell(b []byte, cell string) []byte {
	if strings.ContainsAny(cell, "\t\n\r\v\f") {
		cell = strings.Join(strings.Fields(cell), " ")
	}
	if strings.HasPrefix(strings.TrimLeft(cell, " "), `"`) {
		cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return append(b, cell...)
}

// appendRow writes cells and ends the line.
func appendRow(b []byte, cells []string) []byte {
	for j, c := range cells {
		if j > 0 {
			b = append(b, '\t')
		}
		b = appendCell(b, c)
	}
	return append(b, '\n')
}

// A file of metadata of QIIME 2: a line below the names says which columns are numeric and which categorical.
var qiimeForm = Form{Title: "QIIME 2 metadata", Extensions: []string{"metadata.tsv"}, Has: isQiime, Write: writeQiime}

const qiimeTypes = "#q2:types"

func isQiime(content []byte) bool {
	content = withoutMark(content)
	first := FirstLine(content)
	return bytes.HasPrefix(content[first:], []byte(qiimeTypes+"\t"))
}

// writeQiime takes categorical columns for annotations, also where they hold numbers.
func writeQiime(text []byte) (w Written, f *Fault) {
	end := FirstLine(text)
	names := cellsOf(text[:end])
	names[0] = strings.TrimPrefix(names[0], "#")
	text = text[end:]
	end = FirstLine(text)
	for j, t := range cellsOf(text[:end]) {
		if j > 0 && j < len(names) && strings.EqualFold(strings.TrimSpace(t), "categorical") {
			w.Annotations = append(w.Annotations, j)
		}
	}
	w.Skipped, w.Samples = 2, InRows
	w.Text = append(appendRow(nil, names), text[end:]...)
	return w, nil
}
