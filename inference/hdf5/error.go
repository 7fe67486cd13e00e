package hdf5

import "fmt"

// An Error describes a fault of a file, and its place.
type Error struct {
	Path string // of the object in the file, "" where it is not known
	At   int64  // the byte of the file, −1 where none is at fault
	What string // a clause without a full stop
	// Unsupported: the file may be sound, but uses features that this package does not read.
	Unsupported bool
}

// Error returns the object, the place and the fault.
func (e *Error) Error() string {
	s := "HDF5"
	if e.Path != "" {
		s += " object " + e.Path
	}
	if e.At >= 0 {
		s += fmt.Sprintf(" at byte %d", e.At)
	}
	return s + ": " + e.What
}

// damaged is an error of a structure at an address.
func (f *File) damaged(address uint64, format string, a ...any) *Error {
	at := int64(-1)
	if address <= uint64(f.size) {
		at = int64(address)
	}
	return &Error{At: at, What: fmt.Sprintf(format, a...)}
}

// unsupported returns an error about a feature that is not read.
func unsupported(format string, a ...any) *Error {
	return &Error{At: -1, What: fmt.Sprintf(format, a...), Unsupported: true}
}

// in names the object of an error that has none.
func in(path string, err error) error {
	if e, ok := err.(*Error); ok && e.Path == "" {
		named := *e
		named.Path = path
		return &named
	}
	return err
}
