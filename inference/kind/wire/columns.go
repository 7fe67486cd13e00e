package wire

import (
	"encoding/binary"
	"errors"
	"math"
)

// Floats are numbers of 64 bits, 8 bytes each, the least significant first. None are nil.
type Floats []float64

var nan64, nan32 = math.Float64bits(math.NaN()), math.Float32bits(float32(math.NaN()))

func appendFloat(b []byte, x float64) []byte {
	bits := math.Float64bits(x)
	if x != x {
		bits = nan64
	}
	return binary.LittleEndian.AppendUint64(b, bits)
}

// MarshalBinary implements encoding.BinaryMarshaler.
func (f Floats) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, 8*len(f))
	for _, x := range f {
		b = appendFloat(b, x)
	}
	return b, nil
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *Floats) UnmarshalBinary(data []byte) error {
	if len(data)%8 != 0 {
		return errors.New("a column of numbers ends within a number")
	}
	*f = nil
	if len(data) > 0 {
		*f = make(Floats, len(data)/8)
	}
	for i := range *f {
		(*f)[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return nil
}

// Singles are numbers of 32 bits, 4 bytes each, the least significant first. None are nil.
type Singles []float32

// MarshalBinary implements encoding.BinaryMarshaler.
func (f Singles) MarshalBinary() ([]byte, error) {
	return appendSingles(make([]byte, 0, 4*len(f)), f), nil
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *Singles) UnmarshalBinary(data []byte) error {
	if len(data)%4 != 0 {
		return errors.New("a column of numbers ends within a number")
	}
	*f = nil
	if len(data) > 0 {
		*f = make(Singles, len(data)/4)
	}
	for i := range *f {
		(*f)[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return nil
}

// Ints are whole numbers, each written as its difference from the one before: a byte or two if the
// differences are small. None are nil.
type Ints []int

// MarshalBinary implements encoding.BinaryMarshaler.
func (n Ints) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, 2*len(n))
	last := 0
	for _, x := range n {
		b = binary.AppendVarint(b, int64(x-last)) // wraps round, and back when it is read
		last = x
	}
	return b, nil
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (n *Ints) UnmarshalBinary(data []byte) error {
	*n = nil
	count := 0
	for _, b := range data {
		if b < 0x80 {
			count++
		}
	}
	if count > 0 {
		*n = make(Ints, 0, count)
	}
	last := 0
	for len(data) > 0 {
		x, size := binary.Varint(data)
		if size <= 0 {
			return errors.New("a column of whole numbers ends within a number")
		}
		last += int(x)
		*n, data = append(*n, last), data[size:]
	}
	return nil
}

// Bools are a byte each, 0 or 1. None are nil.
type Bools []bool

// MarshalBinary implements encoding.BinaryMarshaler.
func (v Bools) MarshalBinary() ([]byte, error) {
	b := make([]byte, len(v))
	for i, x := range v {
		if x {
			b[i] = 1
		}
	}
	return b, nil
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (v *Bools) UnmarshalBinary(data []byte) error {
	*v = nil
	if len(data) > 0 {
		*v = make(Bools, len(data))
	}
	for i, b := range data {
		if b > 1 {
			return errors.New("a column of truth values contains something else")
		}
		(*v)[i] = b == 1
	}
	return nil
}

// Strings are texts of any bytes, each after its length. None are nil.
type Strings []string

// MarshalBinary implements encoding.BinaryMarshaler.
func (s Strings) MarshalBinary() ([]byte, error) {
	size := 0
	for _, x := range s {
		size += len(x) + 2
	}
	b := make([]byte, 0, size)
	for _, x := range s {
		b = binary.AppendUvarint(b, uint64(len(x)))
		b = append(b, x...)
	}
	return b, nil
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (s *Strings) UnmarshalBinary(data []byte) error {
	*s = nil
	for rest := string(data); rest != ""; {
		length, size := binary.Uvarint(data)
		if size <= 0 || length > uint64(len(rest)-size) {
			return errors.New("a list of texts ends within a text")
		}
		end := size + int(length)
		*s = append(*s, rest[size:end])
		rest, data = rest[end:], data[end:]
	}
	return nil
}
