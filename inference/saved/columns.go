package saved

import (
	"encoding/binary"
	"errors"
	"math"
)

// Columns of numbers are written as byte strings, which takes a tenth of the time of arrays. Older
// files have arrays, which are read too. An empty column is read as nil.

// Floats are numbers of 64 bits, 8 bytes each, the least significant first.
type Floats []float64

// MarshalBinary implements encoding.BinaryMarshaler.
func (f Floats) MarshalBinary() ([]byte, error) {
	return appendFloats(make([]byte, 0, 8*len(f)), f), nil
}

func appendFloats(b []byte, f []float64) []byte {
	for _, x := range f {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

func readFloats(data []byte) ([]float64, error) {
	if len(data)%8 != 0 {
		return nil, errors.New("a column of numbers ends within a number")
	}
	if len(data) == 0 {
		return nil, nil
	}
	f := make([]float64, len(data)/8)
	for i := range f {
		f[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return f, nil
}

// UnmarshalCBOR implements cbor.Unmarshaler.
func (f *Floats) UnmarshalCBOR(data []byte) (err error) {
	if b, ok := byteString(data); ok {
		*f, err = readFloats(b)
		return err
	}
	return decoding.Unmarshal(data, (*[]float64)(f))
}

// Ints are whole numbers, each written as its difference from the one before, in as many bytes as
// that needs.
type Ints[T int | int32] []T

// MarshalBinary implements encoding.BinaryMarshaler.
func (n Ints[T]) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, 2*len(n))
	last := T(0)
	for _, x := range n {
		b = binary.AppendVarint(b, int64(x-last)) // wraps round, and back when it is read
		last = x
	}
	return b, nil
}

// UnmarshalCBOR implements cbor.Unmarshaler.
func (n *Ints[T]) UnmarshalCBOR(data []byte) error {
	b, ok := byteString(data)
	if !ok {
		return decoding.Unmarshal(data, (*[]T)(n))
	}
	*n = nil
	count := 0
	for _, x := range b {
		if x < 0x80 {
			count++
		}
	}
	if count > 0 {
		*n = make(Ints[T], 0, count)
	}
	last := T(0)
	for len(b) > 0 {
		x, size := binary.Varint(b)
		if size <= 0 || x != int64(T(x)) {
			return errors.New("a column of whole numbers ends within a number, or has one that is too large")
		}
		last += T(x)
		*n, b = append(*n, last), b[size:]
	}
	return nil
}

// A Table has rows of equal length, at least 1.
type Table [][]float64

// MarshalBinary implements encoding.BinaryMarshaler. It fails where the lengths differ.
func (t Table) MarshalBinary() ([]byte, error) {
	if len(t) == 0 {
		return []byte{}, nil
	}
	width := len(t[0])
	b := make([]byte, 0, 8*width*len(t)+binary.MaxVarintLen64)
	b = binary.AppendUvarint(b, uint64(width))
	for _, row := range t {
		if len(row) != width || width == 0 {
			return nil, errors.New("the rows of a table have different lengths")
		}
		b = appendFloats(b, row)
	}
	return b, nil
}

// UnmarshalCBOR implements cbor.Unmarshaler.
func (t *Table) UnmarshalCBOR(data []byte) error {
	b, ok := byteString(data)
	if !ok {
		return decoding.Unmarshal(data, (*[][]float64)(t))
	}
	*t = nil
	if len(b) == 0 {
		return nil
	}
	width, size := binary.Uvarint(b)
	if size <= 0 || width < 1 || width > uint64(len(b)) || (len(b)-size)%(8*int(width)) != 0 {
		return errors.New("a table does not have as many numbers as its size says")
	}
	all, err := readFloats(b[size:])
	for w := int(width); len(all) > 0; all = all[w:] {
		*t = append(*t, all[:w:w])
	}
	return err
}

// byteString returns the content of a byte string, and false where well-formed CBOR is something else.
func byteString(data []byte) (content []byte, ok bool) {
	const bytes = 2 // the major type
	if len(data) == 0 || data[0]>>5 != bytes {
		return nil, false
	}
	head := 1
	if low := data[0] & 31; low >= 24 {
		head += 1 << (low - 24) // bytes of the length
	}
	return data[min(head, len(data)):], true
}
