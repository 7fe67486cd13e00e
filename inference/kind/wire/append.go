package wire

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"example.org/espalier/inference/pieces"
)

// Large values are appended directly: the library would make the bytes of each column first and copy them.

// AppendArray appends the head of an array of n items, which must follow.
func AppendArray(b []byte, n int) []byte { return pieces.AppendHead(b, pieces.Array, n) }

// AppendNil appends the code of a nil list or pointer.
func AppendNil(b []byte) []byte { return append(b, 0xf6) }

// AppendColumn appends a column, as [Marshal] writes it.
func AppendColumn(b []byte, column interface{ MarshalBinary() ([]byte, error) }) ([]byte, error) {
	data, err := column.MarshalBinary()
	return append(pieces.AppendHead(b, pieces.ByteString, len(data)), data...), err
}

// AppendSingles appends one column of the numbers of several lists, as [Marshal] writes [Singles].
func AppendSingles(b []byte, lists ...[]float32) []byte {
	n := 0
	for _, list := range lists {
		n += len(list)
	}
	b = pieces.AppendHead(b, pieces.ByteString, 4*n)
	for _, list := range lists {
		b = appendSingles(b, list)
	}
	return b
}

func appendSingles(b []byte, list []float32) []byte {
	at := len(b)
	b = slices.Grow(b, 4*len(list))[:at+4*len(list)]
	for i, x := range list {
		bits := math.Float32bits(x)
		if x != x {
			bits = nan32
		}
		binary.LittleEndian.PutUint32(b[at+4*i:], bits)
	}
	return b
}

// AppendInts appends one column of the numbers of several lists, as [Marshal] writes [Ints].
func AppendInts[I int | int32](b []byte, lists ...[]I) []byte {
	b = pieces.AppendHead(b, pieces.ByteString, sizeOfInts(lists))
	last := 0
	for _, list := range lists {
		for _, x := range list {
			b = binary.AppendVarint(b, int64(int(x)-last))
			last = int(x)
		}
	}
	return b
}

func sizeOfInts[I int | int32](lists [][]I) (n int) {
	last := 0
	for _, list := range lists {
		for _, x := range list {
			d := int64(int(x) - last)
			n += (bits.Len64(uint64(d<<1)^uint64(d>>63)|1) + 6) / 7
			last = int(x)
		}
	}
	return n
}

// SizeOfInts is how many bytes [AppendInts] appends.
func SizeOfInts[I int | int32](lists ...[]I) int { return withHead(sizeOfInts(lists)) }

// SizeOfSingles is how many bytes [AppendSingles] appends for so many numbers.
func SizeOfSingles(numbers int) int { return withHead(4 * numbers) }

func withHead(n int) int { return n + len(pieces.AppendHead(nil, pieces.ByteString, n)) }
