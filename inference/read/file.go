package read

import "espalier/inference"

// The greatest size that is read: beyond it the table would not fit into the
// memory of a usual computer together with a model of it.
const (
	MaxBytes = 512 << 20  // of text, uncompressed
	MaxCells = 50_000_000 // rows × columns
)

// File reads the table in a file. The table's Source is the path. An error is an *[Error].
func File(path string, o Options) (*inference.Table, error) {
	return nil, &Error{File: path, What: "cannot be read"}
}

// Bytes reads a table from the content of a file, gzipped or not. Name is the file's
// base name, with which errors begin and from which the table's name is made; source
// is stored in the table. An error is an *[Error].
func Bytes(name, source string, data []byte, o Options) (*inference.Table, error) {
	return nil, &Error{File: name, What: "cannot be read"}
}
