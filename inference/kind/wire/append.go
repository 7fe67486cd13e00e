package wire

import (
	"encoding/binary"
	"math"
)

// What is large is appended to its form directly: the library would make the bytes of each column first and copy them.

// The major types of CBOR, in the upper three bits of an item's first byte.
const (
	byteString = 2 << 5
	array      = 4 << 5
)

// AppendArray appends the head of an array of n items, which must follow.
func AppendArray(b []byte, n int) []byte { return appendHead(b, array, n) }

// AppendNil appends what stands for a list or a pointer that is nil.
func AppendNil(b []byte) []byte { return append(b, 0xf6) }

// AppendColumn appends a column, as [Marshal] writes it.
func AppendColumn(b []byte, column interface{ MarshalBinary() ([]byte, error) }) ([]byte, error) {
	data, err := column.MarshalBinary()
	return append(appendHead(b, byteString, len(data)), data...), err
}

// AppendSingles appends one column of the numbers of several lists, as [Marshal] writes [Singles].
func AppendSingles(b []byte, lists ...[]float32) []byte {
	n := 0
	for _, list := range lists {
		n += len(list)
	}
	b = appendHead(b, byteString, 4*n)
	for _, list := range lists {
		b = appendSingles(b, list)
	}
	return b
}

func appendSingles(b []byte, list []float32) []byte {
	for _, x := range list {
		bits := math.Float32bits(x)
		if x != x {
			bits = nan32
		}
		b = binary.LittleEndian.AppendUint32(b, bits)
	}
	return b
}

// appendHead appends the shortest head of an item.
func appendHead(b []byte, major byte, n int) []byte {
	switch {
	case n < 24:
		return append(b, major|byte(n))
	case n <= math.MaxUint8:
		return append(b, major|24, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(b, major|25), uint16(n))
	case n <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(b, major|26), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(b, major|27), uint64(n))
}
