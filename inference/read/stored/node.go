// Package stored makes tables of files that hold arrays in groups: AnnData in HDF5 (.h5ad) and in Zarr, the matrices of
// 10x Genomics (.h5), BIOM 2.1 and Loom. What these forms mean is told once, over what HDF5 and Zarr have in common.
package stored

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Node is a group or an array.
type Node interface {
	Path() string // "/obs/batch"
	// Names are those of what a group holds, in alphabetical order; none for an array.
	Names() ([]string, error)
	Child(name string) (Node, error)
	// Texts and Ints return the values of an attribute, nil where there is none of that name or it holds something else.
	Texts(attribute string) ([]string, error)
	Ints(attribute string) ([]int64, error)
	// Array returns the array that the node is, nil for a group.
	Array() (Array, error)
}

// A Kind is what the elements of an array are.
type Kind int

// The kinds of elements.
const (
	Other  Kind = iota // which are not read
	Whole              // whole numbers
	Real               // float64
	Single             // float32 and less
	Text
	Truth
	Record // of named fields
)

// An Array is read by rows, from one on.
type Array interface {
	Shape() []int
	Kind() Kind
	ChunkRows() int // that are best read at once
	Floats(from, n int) ([]float64, error)
	Ints(from, n int) ([]int64, error)
	Texts(from, n int) ([]string, error)
	// Fields are the names of those of a record; Field returns the values of one.
	Fields() []string
	Field(name string) (Array, error)
}

// An Error says why there is no table.
type Error struct {
	What   string // a clause without a full stop
	Remedy string // whole sentences; "" where only another file helps
	Err    error
}

// Error returns the fault as a sentence.
func (e *Error) Error() string { return e.What }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

const writeAgain = "Copy or download it again, or write it again with the program that made it."

// fault is an error of what a node should hold.
func fault(n Node, format string, a ...any) *Error {
	return &Error{What: strings.TrimPrefix(n.Path(), "/") + " " + fmt.Sprintf(format, a...), Remedy: writeAgain}
}

// has reports whether a group holds something of each name.
func has(n Node, names ...string) bool {
	all, err := n.Names()
	if err != nil {
		return false
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return false
		}
	}
	return true
}

// down returns the node at a path below a node.
func down(n Node, path string) (Node, error) {
	var err error
	for part := range strings.SplitSeq(path, "/") {
		if n, err = n.Child(part); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// text returns an attribute of one text, "" where there is none.
func text(n Node, attribute string) string {
	if s, err := n.Texts(attribute); err == nil && len(s) == 1 {
		return s[0]
	}
	return ""
}

// array returns the array at a path below a node.
func array(n Node, path string) (Array, error) {
	n, err := down(n, path)
	if err != nil {
		return nil, err
	}
	a, err := n.Array()
	if err == nil && a == nil {
		err = fault(n, "is a group, but values are expected")
	}
	return a, err
}

// length is the size of the first dimension, 1 for a single value.
func length(a Array) int {
	if s := a.Shape(); len(s) > 0 {
		return s[0]
	}
	return 1
}

// texts returns all values of an array at a path as texts; numbers are written out, and a missing one is "".
func texts(n Node, path string) ([]string, error) {
	a, err := array(n, path)
	if err != nil {
		return nil, err
	}
	return written(a)
}

// ints returns all values of an array of whole numbers at a path.
func ints(n Node, path string) ([]int64, error) {
	a, err := array(n, path)
	if err != nil {
		return nil, err
	}
	return a.Ints(0, length(a))
}

var errKind = errors.New("values of this kind are not read")
