package inference

import "gonum.org/v1/gonum/mat"

// Kind says what the numbers of a table are.
type Kind string

// The kinds of table.
const (
	Continuous Kind = "continuous"
	Count      Kind = "count"  // whole numbers ≥ 0, treated as numbers
	Binary     Kind = "binary" // 0 and 1 throughout
)

// An Annotation is a column of labels: never fed to a model, offered as colour
// strip, label and score.
type Annotation struct {
	Name    string
	Values  []string // one a row; "" is missing
	Levels  []string // distinct values, numbers in numeric order, text in order of first appearance
	Codes   []int    // index into Levels of each row, -1 where missing
	Numeric bool     // all levels are numbers
}

// A Table is what a reader returns: an immutable table of numbers with names,
// annotations and provenance. X is n×d, NaN marks a missing cell.
type Table struct {
	Name        string // short name: "crabs"
	Source      string // path, "sample:crabs", "clipboard"
	SHA256      string // of the bytes read, hexadecimal
	Rows        []string
	Columns     []string
	X           *mat.Dense
	Kind        Kind
	Annotations []Annotation
	// Notes are things found while reading that the user should see: dates in
	// place of gene names, columns of one value, guesses that were close.
	Notes []string
}

// Dims returns the numbers of rows and of columns.
func (t *Table) Dims() (n, d int) { return t.X.Dims() }
