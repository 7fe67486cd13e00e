package autosave

import "example.org/espalier/inference/saved"

// Sizes of pieces in bytes. Between the least and the greatest size, a piece ends where the hash of
// the last 64 bytes has zeros in certain bits.
const (
	leastPiece = 16 << 10
	mostPiece  = 256 << 10
)

// ends has the bits set in which the hash is zero at the end of a piece: at one position in 32,768.
const ends = uint64(0b0111_1111_1111_1111) << 48

// cut returns the length of the first piece of data. It depends neither on what follows the piece
// nor on what precedes it.
func cut(data []byte) int {
	if len(data) <= leastPiece {
		return len(data)
	}
	var hash uint64
	most := min(len(data), mostPiece)
	for i := leastPiece; i < most; i++ {
		hash = saved.Roll(hash, data[i])
		if hash&ends == 0 {
			return i + 1
		}
	}
	return most
}
