package autosave

import "example.org/espalier/inference/saved"

// Sizes of pieces in bytes. Between the least and the most a piece ends where the hash of the last 64
// bytes has certain zeros.
const (
	leastPiece = 16 << 10
	mostPiece  = 256 << 10
)

// ends has bits set where the hash has zeros at the end of a piece: one place in 32,768.
const ends = uint64(0b0111_1111_1111_1111) << 48

// cut returns the length of the first piece of data. What stands behind a piece does not matter to
// it, nor what stands before it.
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
