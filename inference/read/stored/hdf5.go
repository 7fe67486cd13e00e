package stored

import (
	"io"

	"example.org/espalier/inference/hdf5"
)

// HDF5 returns the root of an HDF5 file of size bytes, which must stay open.
func HDF5(r io.ReaderAt, size int64) (Node, error) {
	f, err := hdf5.Open(r, size)
	if err != nil {
		return nil, err
	}
	o, err := f.Root()
	if err != nil {
		return nil, err
	}
	return hdf5Node{o}, nil
}

type hdf5Node struct{ o *hdf5.Object }

func (n hdf5Node) Path() string             { return n.o.Path() }
func (n hdf5Node) Names() ([]string, error) { return n.o.Names() }

func (n hdf5Node) Child(name string) (Node, error) {
	o, err := n.o.Child(name)
	if err != nil {
		return nil, err
	}
	return hdf5Node{o}, nil
}

func (n hdf5Node) Texts(attribute string) ([]string, error) {
	v, err := n.o.Attribute(attribute)
	if err != nil || v == nil || !v.Type.Text {
		return nil, err
	}
	return v.Strings()
}

func (n hdf5Node) Ints(attribute string) ([]int64, error) {
	v, err := n.o.Attribute(attribute)
	if err != nil || v == nil || v.Type.Class != hdf5.Integer {
		return nil, err
	}
	return v.Int64s()
}

func (n hdf5Node) Array() (Array, error) {
	if !n.o.IsDataset() {
		return nil, nil
	}
	d, err := n.o.Dataset()
	if err != nil {
		return nil, err
	}
	return hdf5Array{d}, nil
}

// kindOf returns the kind of a type of HDF5.
func kindOf(t *hdf5.Type) Kind {
	switch {
	case t.Text:
		return Text
	case t.Bool():
		return Truth
	case t.Class == hdf5.Enum:
		return Text
	case t.Class == hdf5.Integer:
		return Whole
	case t.Class == hdf5.Float && t.Size < 8:
		return Single
	case t.Class == hdf5.Float:
		return Real
	case t.Class == hdf5.Compound:
		return Record
	}
	return Other
}

func sizes(shape []uint64) []int {
	out := make([]int, len(shape))
	for i, n := range shape {
		out[i] = int(min(n, 1<<62))
	}
	return out
}

type hdf5Array struct{ d *hdf5.Dataset }

func (a hdf5Array) Shape() []int   { return sizes(a.d.Shape) }
func (a hdf5Array) Kind() Kind     { return kindOf(a.d.Type) }
func (a hdf5Array) ChunkRows() int { return a.d.ChunkRows() }

func (a hdf5Array) Floats(from, n int) ([]float64, error) {
	v, err := a.d.Rows(from, n)
	if err != nil {
		return nil, err
	}
	return v.Float64s()
}

func (a hdf5Array) Ints(from, n int) ([]int64, error) {
	v, err := a.d.Rows(from, n)
	if err != nil {
		return nil, err
	}
	return v.Int64s()
}

func (a hdf5Array) Texts(from, n int) ([]string, error) {
	v, err := a.d.Rows(from, n)
	if err != nil {
		return nil, err
	}
	return v.Strings()
}

func (a hdf5Array) Fields() []string {
	names := make([]string, len(a.d.Type.Fields))
	for i, f := range a.d.Type.Fields {
		names[i] = f.Name
	}
	return names
}

func (a hdf5Array) Field(name string) (Array, error) {
	v, err := a.d.Read()
	if err != nil {
		return nil, err
	}
	if v = v.Field(name); v == nil {
		return nil, errKind
	}
	return hdf5Field{v}, nil
}

// A hdf5Field is a field of records, in memory.
type hdf5Field struct{ v *hdf5.Values }

func (f hdf5Field) Shape() []int                { return sizes(f.v.Shape) }
func (f hdf5Field) Kind() Kind                  { return kindOf(f.v.Type) }
func (f hdf5Field) ChunkRows() int              { return f.v.N }
func (f hdf5Field) Fields() []string            { return nil }
func (f hdf5Field) Field(string) (Array, error) { return nil, errKind }

func (f hdf5Field) Floats(from, n int) ([]float64, error) { return part(f.v.Float64s, from, n) }
func (f hdf5Field) Ints(from, n int) ([]int64, error)     { return part(f.v.Int64s, from, n) }
func (f hdf5Field) Texts(from, n int) ([]string, error)   { return part(f.v.Strings, from, n) }

func part[T any](read func() ([]T, error), from, n int) ([]T, error) {
	all, err := read()
	if err != nil {
		return nil, err
	}
	return all[from : from+n], nil
}
