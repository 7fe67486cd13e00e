// Package library says what package read asks of the libraries that open workbooks and Parquet files. They weigh
// megabytes, so a program that opens such files imports packages workbook and columnar, which enter themselves here
// when it starts; a program that reads text alone, as most tests do, is linked without them.
package library

import "errors"

// OpenWorkbook opens the bytes of a workbook, of which at most most are unpacked; the error wraps [ErrProtected] where
// a password is asked for. Package workbook sets it.
var OpenWorkbook func(content []byte, most int64) (Workbook, error)

// OpenColumns opens the bytes of a Parquet file. Package columnar sets it.
var OpenColumns func(content []byte) (Columns, error)

// ErrProtected is the error of a workbook that is protected by a password, or of a file that is no workbook.
var ErrProtected = errors.New("protected by a password, or not a workbook")

// A Workbook is a file of sheets. Rows and columns count from 1.
type Workbook interface {
	// Sheets returns the names of the sheets in their order.
	Sheets() []string
	// Rows hands on the texts of the cells of one row after the other, until each returns false. The number of cells
	// differs from row to row.
	Rows(sheet string, each func(row int, cells []string) bool) error
	// Uncomputed returns how many cells of a block, both ends included, have a formula and no stored value, and the first,
	// as B3.
	Uncomputed(sheet string, left, top, right, bottom int) (n int, first string)
	Close() error
}

// Columns is a file of columns, of which those with one value in each row are read.
type Columns interface {
	// Names returns the names of the columns that are read, an index first, and of those that are not.
	Names() (read, left []string)
	// Size returns the number of rows, which a damaged file may give below 0, and of bytes in the columns once unpacked.
	Size() (rows, bytes int64)
	// Rows hands on the texts of one row after the other, "" where a value is missing, until each returns false. The slice
	// is used again for the next row.
	Rows(each func(cells []string) bool) error
}
