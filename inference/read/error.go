package read

import (
	"fmt"
	"strings"
)

// An Error says why a file cannot be read, where, and what to do about it.
type Error struct {
	File       string // base name of the file
	Line       int    // from 1, as an editor counts; 0 where no line is at fault
	Column     int    // number of the column, from 1; 0 where no column is at fault
	ColumnName string // its name in the header, "" where it has none
	Cell       string // content of the cell, shortened; "" where no cell is at fault
	What       string // what is wrong, a clause without a full stop
	Remedy     string // what to do, whole sentences
	Err        error  // the cause, where there is one, such as fs.ErrNotExist
}

// Error returns the place, what is wrong and the remedy, as sentences for the user.
func (e *Error) Error() string { return e.place() + ": " + e.Text() }

// place returns the file, line and column: `crabs.csv, line 7, column 3 "FL"`.
func (e *Error) place() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ", line %d", e.Line)
	}
	if e.Column > 0 {
		fmt.Fprintf(&b, ", column %d", e.Column)
		if e.ColumnName != "" {
			fmt.Fprintf(&b, " %q", e.ColumnName)
		}
	}
	return b.String()
}

// Text returns the fault and the remedy, without the place.
func (e *Error) Text() string {
	text := e.What + "."
	if e.Cell != "" {
		text = fmt.Sprintf("%q %s", e.Cell, text)
	}
	if e.Remedy != "" {
		text += " " + e.Remedy
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
