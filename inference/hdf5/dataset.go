package hdf5

import (
	"fmt"

	"example.org/espalier/inference/hdf5/grid"
)

// A Dataset is an array that is read by rows: by the first of its dimensions.
type Dataset struct {
	o     *Object
	f     *File
	Type  *Type
	Shape []uint64 // of each dimension; none for a single value
	most  []uint64 // that the dimensions may grow to

	layout  layout
	filters []filter
	fill    []byte // an element that was never written; nil for zeros

	index map[uint64]place // of the chunks, by their number; nil until it is read
	rows  grid.Rows
}

// Dataset returns the dataset that an object is. An error, which is an *[Error], says why it cannot be read.
func (o *Object) Dataset() (*Dataset, error) {
	d, err := o.dataset()
	if err != nil {
		return nil, in(o.path, err)
	}
	return d, nil
}

func (o *Object) dataset() (*Dataset, error) {
	if !o.IsDataset() {
		return nil, &Error{At: -1, What: "is a group, not a dataset"}
	}
	if o.first(msgExternal) != nil {
		return nil, unsupported("the values are in another file")
	}
	d := &Dataset{o: o, f: o.f}
	message := func(kind int) ([]byte, error) {
		m := o.first(kind)
		if m == nil {
			return nil, &Error{At: -1, What: fmt.Sprintf("the header lacks message %d", kind)}
		}
		return o.f.resolve(kind, m.data, m.shared())
	}
	data, err := message(msgDatatype)
	if err != nil {
		return nil, err
	}
	if d.Type, err = datatype(data); err != nil {
		return nil, err
	}
	if data, err = message(msgDataspace); err != nil {
		return nil, err
	}
	if d.Shape, d.most, err = o.f.dataspace(data); err != nil {
		return nil, err
	}
	if data, err = message(msgLayout); err != nil {
		return nil, err
	}
	if d.layout, err = o.f.layout(data); err != nil {
		return nil, err
	}
	if o.first(msgFilters) != nil {
		if data, err = message(msgFilters); err != nil {
			return nil, err
		}
		if d.filters, err = filters(data); err != nil {
			return nil, err
		}
	}
	if err := d.readFill(message); err != nil {
		return nil, err
	}
	return d, d.sound()
}

// sound checks that the messages agree with each other.
func (d *Dataset) sound() error {
	if _, ok := grid.Product(d.Shape, 1<<62/int64(d.Type.Size)); !ok {
		return &Error{At: -1, What: "the dataset is larger than any file"}
	}
	if d.layout.class != chunkedLayout {
		return nil
	}
	l := &d.layout
	if len(l.chunk) != len(d.Shape) || len(d.Shape) == 0 {
		return &Error{At: -1, What: fmt.Sprintf("the chunks have %d dimensions, the dataset has %d", len(l.chunk),
			len(d.Shape))}
	}
	if l.element != 0 && l.element != uint64(d.Type.Size) {
		return &Error{At: -1, What: fmt.Sprintf("the elements of chunks have %d bytes, those of the dataset %d", l.element,
			d.Type.Size)}
	}
	for _, n := range l.chunk {
		if n == 0 {
			return &Error{At: -1, What: "the chunks have no extent"}
		}
	}
	if _, ok := grid.Product(l.chunk, d.f.limit/int64(d.Type.Size)); !ok {
		return &Error{At: -1, What: fmt.Sprintf("the chunks have more than %d bytes, which is the limit", d.f.limit)}
	}
	return nil
}

// readFill finds the value of elements that were never written.
func (d *Dataset) readFill(message func(int) ([]byte, error)) error {
	var value []byte
	switch {
	case d.o.first(msgFill) != nil:
		data, err := message(msgFill)
		if err != nil {
			return err
		}
		c := cursor{b: data}
		switch v := c.int(1); v {
		case 1, 2:
			c.skip(2)
			if defined := c.int(1); defined != 0 || v == 1 {
				value = c.take(c.int(4))
			}
		case 3:
			if c.int(1)&32 != 0 {
				value = c.take(c.int(4))
			}
		default:
			return unsupported("the fill value has version %d", v)
		}
		if c.short {
			return &Error{At: -1, What: "the fill value is cut short"}
		}
	case d.o.first(msgOldFill) != nil:
		data, err := message(msgOldFill)
		if err != nil {
			return err
		}
		c := cursor{b: data}
		value = c.take(c.int(4))
	}
	if len(value) == d.Type.Size {
		for _, b := range value {
			if b != 0 {
				d.fill = value
			}
		}
	}
	return nil
}

// Len is the size of the first dimension; 1 for a single value.
func (d *Dataset) Len() int {
	if len(d.Shape) == 0 {
		return 1
	}
	return int(min(d.Shape[0], 1<<62))
}

// RowSize is how many elements a row has: the product of the other dimensions.
func (d *Dataset) RowSize() int {
	if len(d.Shape) < 2 {
		return 1
	}
	n, _ := grid.Product(d.Shape[1:], 1<<62)
	return int(n)
}

// ChunkRows is how many rows are best read at once, because they are stored together; at least 1.
func (d *Dataset) ChunkRows() int {
	if d.layout.class == chunkedLayout {
		return int(min(d.layout.chunk[0], 1<<31))
	}
	return max(1, 1<<20/max(1, d.RowSize()*d.Type.Size))
}

// leastElement is how many bytes an element may take at least once it is a number or a string of Go.
const leastElement = 16

// Read returns all values. An error is an *[Error].
func (d *Dataset) Read() (*Values, error) { return d.Rows(0, d.Len()) }

// Rows returns n rows, from one on. Chunks that are only used in part are kept for the next call, which should go on
// where this one ends. It panics if the rows are out of range. An error is an *[Error].
func (d *Dataset) Rows(from, n int) (*Values, error) {
	if from < 0 || n < 0 || from > d.Len()-n {
		panic(fmt.Sprintf("hdf5: rows %d to %d of %d", from, from+n, d.Len()))
	}
	shape := append([]uint64{uint64(n)}, d.Shape[min(1, len(d.Shape)):]...)
	count, ok := grid.Product(shape, d.f.limit/int64(max(d.Type.Size, leastElement)))
	if !ok {
		return nil, in(d.o.path, &Error{At: -1, What: fmt.Sprintf("the values have more than %d bytes, which is the limit",
			d.f.limit)})
	}
	v := &Values{Type: d.Type, Shape: shape, N: int(count), f: d.f, step: d.Type.Size}
	if len(d.Shape) == 0 {
		v.Shape = nil
	}
	if count == 0 {
		return v, nil
	}
	var err error
	size := uint64(count) * uint64(d.Type.Size)
	at := uint64(from) * uint64(d.RowSize()) * uint64(d.Type.Size)
	switch l := &d.layout; {
	case l.class == compactLayout:
		if at > uint64(len(l.data)) || size > uint64(len(l.data))-at {
			err = &Error{At: -1, What: "the values are cut short"}
			break
		}
		v.b = l.data[at : at+size]
	case l.class == contiguousLayout && l.address == undefined:
		v.b = d.filled(int(size))
	case l.class == contiguousLayout:
		v.b, err = d.f.bytes(l.address+at, size)
	default:
		v.b, err = d.chunkedRows(uint64(from), uint64(n), size)
	}
	if err != nil {
		return nil, in(d.o.path, err)
	}
	return v, nil
}

// filled returns elements that were never written, of so many bytes.
func (d *Dataset) filled(size int) []byte {
	b := make([]byte, size)
	if d.fill != nil {
		for at := 0; at < len(b); at += len(d.fill) {
			copy(b[at:], d.fill)
		}
	}
	return b
}
