package autosave

// Sizes of pieces in bytes. Between the least and the most a piece ends where the hash of the last 64
// bytes has certain zeros.
const (
	leastPiece = 16 << 10
	mostPiece  = 256 << 10
)

// ends has bits set where the hash has zeros at the end of a piece: one place in 32,768.
const ends = uint64(0b0111_1111_1111_1111) << 48

// gear has a random number for each byte; see Xia et al., FastCDC, USENIX ATC 2016. They are those of
// SplitMix64 and never change, because the same bytes are to be cut at the same places.
var gear = func() (g [256]uint64) {
	x := uint64(0x9e3779b97f4a7c15)
	for i := range g {
		x += 0x9e3779b97f4a7c15
		z := x
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		g[i] = z ^ z>>31
	}
	return g
}()

// cut returns the length of the first piece of data. What stands behind a piece does not matter to
// it, nor what stands before it.
func cut(data []byte) int {
	if len(data) <= leastPiece {
		return len(data)
	}
	var hash uint64
	most := min(len(data), mostPiece)
	for i := leastPiece; i < most; i++ {
		hash = hash<<1 + gear[data[i]]
		if hash&ends == 0 {
			return i + 1
		}
	}
	return most
}
