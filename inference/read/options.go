package read

import (
	"fmt"

	"example.org/espalier/inference/read/encoding"
	"example.org/espalier/inference/read/network"
	"example.org/espalier/inference/read/number"
)

// A Choice is an answer that the user may leave to the reader.
type Choice int

// The choices.
const (
	Guess Choice = iota
	Yes
	No
)

// String returns "guess", "yes" or "no".
func (c Choice) String() string {
	switch c {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "guess"
}

func choice(yes bool) Choice {
	if yes {
		return Yes
	}
	return No
}

// Options say how to read a file. The zero value guesses everything.
type Options struct {
	// Separator is one of ',', ';', '\t', '|' and ' ' (any run of spaces and tabs); 0 guesses.
	Separator rune
	// DecimalComma reads 1,5 as one and a half.
	DecimalComma Choice
	// Header uses the first row as column names.
	Header Choice
	// RowNames uses the first column as row names.
	RowNames Choice
	// Missing lists the codes of a missing cell, in either case; nil means DefaultMissing. An empty
	// cell is always missing. Beside all of DefaultMissing, the codes of AmongNumbers stay codes in columns
	// of numbers alone.
	Missing []string
	// Codes are numbers that stand for a missing cell, by the name of the column: those of [inference.Table.Codes] of a
	// table of which these are more rows. They count where Missing is nil.
	Codes map[string][]float64
	// Limits says what becomes of cells among numbers that hold a limit, such as <0.05, a mark, or a word for what was not
	// measured; "" reads them as missing.
	Limits number.Limits
	// Encoding is that of a text file; see [encoding.Of]. "" is UTF-8, UTF-16 with its mark, or guessed.
	Encoding string
	// Annotations names columns that become annotations although they hold numbers. Names that are not
	// columns of the file may be in RowAnnotations.
	Annotations []string
	// Numeric names columns to read as numbers although the guess is annotations. Yes and no, true
	// and false become 1 and 0.
	Numeric []string
	// Skip is how many lines of a text, or rows of a sheet, stand above the table; 0 guesses, -1 skips none.
	Skip int
	// SkipEnd is how many lines of a text, or rows of a sheet, stand below the table, blank ones not counted; 0 guesses,
	// -1 skips none.
	SkipEnd int
	// Comment is the sign at the beginning of a line that makes it a comment; "" guesses, and [NoComments] reads all
	// lines.
	Comment string
	// UnitsLine is the line of the file, or row of the sheet, that holds the units of the columns, from 1; 0 guesses, -1
	// says there is none.
	UnitsLine int
	// AsIs reads a table of text as it stands: the layout of a known program is not looked for, and nothing is refused by
	// its name.
	AsIs bool
	// Links says whether the links of a list have a direction, and that a table of text is such a list. "" guesses
	// both.
	Links network.Way
	// OneRow takes a table of one row too, as of rows to predict.
	OneRow bool
	// Sheet is the sheet of a workbook to read, or the matrix of a file that holds several; "" takes the first that holds
	// a table.
	Sheet string
	// Range is the block of cells of the sheet to read, as "B3:F200"; "" takes all of them.
	Range string
	// RowAnnotations and ColumnAnnotations are paths of files of annotations, joined to the table by
	// name; see [Annotated].
	RowAnnotations, ColumnAnnotations []string
	// Tables are paths of tables of the same rows whose columns are joined to the table, each as PATH or NAME=PATH; see
	// [Annotated]. Names in Numeric and Annotations may be of their columns.
	Tables []string
	joined bool // the table is one of those of another's Tables
	// Levels are the levels of annotations that come first, in this order, by the name of the annotation; others keep
	// their order.
	Levels map[string][]string
}

// elsewhere reports whether names in Numeric and Annotations may be of columns of other files.
func (o Options) elsewhere() bool { return len(o.Tables) > 0 || o.joined }

// joinsAnnotations reports whether names in Annotations may be of columns of files of annotations.
func (o Options) joinsAnnotations() bool { return len(o.RowAnnotations)+len(o.ColumnAnnotations) > 0 }

// LimitsOf returns what a word says of [Options.Limits]: "missing" or "", "limit", "half" or "text".
func LimitsOf(word string) (number.Limits, error) {
	for _, l := range number.AllLimits {
		if word == "" || word == l.String() {
			return l, nil
		}
	}
	return "", fmt.Errorf("cells that hold a limit cannot become %q; choose missing, limit, half or text", word)
}

// EncodingOf returns the name of an encoding as options have it, however people write it.
func EncodingOf(name string) (string, error) { return encoding.Of(name) }

// Encodings are those that can be chosen, each with its name for people.
func Encodings() (names, titles []string) {
	for _, name := range encoding.Names() {
		names, titles = append(names, name), append(titles, encoding.Title(name))
	}
	return names, titles
}
