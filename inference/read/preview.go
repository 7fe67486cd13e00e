package read

import "espalier/inference"

// A Role is what a column of the file is used for.
type Role string

// The roles of a column.
const (
	RowName    Role = "row names"
	Number     Role = "numbers"
	Annotation Role = "annotation"
	LeftOut    Role = "left out" // a nameless column without any value
)

// A Column describes one column of the file as it was read.
type Column struct {
	Name    string
	Role    Role
	Kind    inference.Kind // of a column of numbers
	Missing int            // number of missing cells
	Note    string         // what the user should know about it, "" if nothing
}

// A Preview is what a file was taken for, for the user to confirm or correct.
type Preview struct {
	Name     string // as the table would be called
	Encoding string // "UTF-8", "UTF-16 (little endian)", "UTF-16 (big endian)", "Latin-1"
	Gzipped  bool
	// Options are the answers used, each guess replaced by its outcome, to begin a form from.
	Options Options
	// Guesses are the answers in words, one sentence each: "Columns are separated by commas."
	Guesses []string
	Columns []Column
	// Cells are the first rows as text, one value for each of Columns; at most [PreviewRows]
	// rows and [PreviewColumns] columns.
	Cells [][]string
	// Rows and Numbers are the dimensions the table has; Missing its number of missing cells.
	Rows, Numbers, Missing int
	Kind                   inference.Kind
	Notes                  []string // as in inference.Table
	// Problem is why the file cannot be read with these options; nil when it can. What
	// was found before the problem is filled in.
	Problem *Error
}

// The size of the part of a file that a Preview shows.
const (
	PreviewRows    = 20
	PreviewColumns = 60
)

// Look reads data as [Bytes] does and tells what was guessed. The error, an
// *[Error], is not nil only where there is nothing to show, as in a picture or an
// empty file; a table that can be shown but not be read has a Preview with its Problem.
func Look(name string, data []byte, o Options) (*Preview, error) {
	return nil, &Error{File: name, What: "cannot be read"}
}
