// Package grid counts the chunks that an array is cut into, copies rows out of them, and reads numbers of two bytes.
package grid

// Counts is how many chunks there are in each dimension of an array.
func Counts(shape, chunk []uint64) []uint64 {
	counts := make([]uint64, len(shape))
	for i, n := range shape {
		counts[i] = n / chunk[i]
		if n%chunk[i] != 0 {
			counts[i]++
		}
	}
	return counts
}

// Number is that of the chunk at coordinates, counted in chunks; ok is false where it is outside.
func Number(at, counts []uint64) (n uint64, ok bool) {
	for i, x := range at {
		if x >= counts[i] {
			return 0, false
		}
		n = n*counts[i] + x
	}
	return n, true
}

// Coordinates are those of the chunk of a number, nil beyond the last.
func Coordinates(n uint64, counts []uint64) []uint64 {
	at := make([]uint64, len(counts))
	for i := len(counts) - 1; i >= 0; i-- {
		if counts[i] == 0 {
			return nil
		}
		at[i] = n % counts[i]
		n /= counts[i]
	}
	if n > 0 {
		return nil
	}
	return at
}

// Product multiplies sizes; ok is false where they come to more than most.
func Product(shape []uint64, most int64) (n int64, ok bool) {
	n = 1
	for _, s := range shape {
		if s == 0 {
			return 0, true
		}
	}
	for _, s := range shape {
		if most < 0 || s > uint64(most) || n > most/int64(s) {
			return 0, false
		}
		n *= int64(s)
	}
	return n, n <= most
}

// A Cut is an array cut into chunks, both with the last dimension running fastest.
type Cut struct {
	Shape, Chunk []uint64 // elements in each dimension
	Size         uint64   // bytes of an element
}

// CopyRows copies the part of rows first to last, the last excluded, that is in the chunk at coordinates. The rows must
// be among those of the chunk and of the array.
func (c Cut) CopyRows(to, chunk []byte, at []uint64, first, last uint64) {
	rank := len(at)
	// Bytes from one element to the next in each dimension, of the array and of the chunk.
	outer, inner := make([]uint64, rank), make([]uint64, rank)
	outer[rank-1], inner[rank-1] = c.Size, c.Size
	for i := rank - 2; i >= 0; i-- {
		outer[i], inner[i] = outer[i+1]*c.Shape[i+1], inner[i+1]*c.Chunk[i+1]
	}
	var part func(i int, t, f uint64)
	part = func(i int, t, f uint64) {
		low, high := at[i]*c.Chunk[i], min((at[i]+1)*c.Chunk[i], c.Shape[i])
		if i == 0 {
			f = (first - low) * inner[0]
			low, high = first, last
		} else {
			t += low * outer[i]
		}
		if i == rank-1 {
			n := (high - low) * c.Size
			copy(to[t:t+n], chunk[f:f+n])
			return
		}
		for range high - low {
			part(i+1, t, f)
			t += outer[i]
			f += inner[i]
		}
	}
	part(0, 0, 0)
}
