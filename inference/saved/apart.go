package saved

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// The draws of a chain stand in its state and in what was published. Where the two are kept side by side
// the state is written without the stretches that the other has: behind a magic word of its own and its
// length (8 bytes, big endian) come, in turn, bytes that stand nowhere else, after their number, and a
// stretch of the other, as its place and its length; numbers are varints without sign. It may end after
// either.
const apartMagic = "ESP\x03"

const (
	// leastApart is the length below which a state is left as it is, leastStretch that of a stretch. A state
	// that is much shorter than the other has little of it.
	leastApart   = 32 << 10
	leastStretch = 64
	muchShorter  = 4
	// worthApart is the share of a state that the other must have.
	worthApart = 0.25
	// mostRepeated bounds the length of a state, as a multiple of all bytes that it is made of.
	mostRepeated = 16
	// anchor has bits set where the hash of the last 64 bytes has zeros at a place that is looked up: one
	// of 256.
	anchor = uint64(0xff) << 56
)

// Roll takes a byte into the hash of the last 64 bytes of a stream, from 0 at its beginning; see Xia et al.,
// FastCDC, USENIX ATC 2016.
func Roll(hash uint64, c byte) uint64 { return hash<<1 + gear[c] }

// gear has a random number for each byte. They are those of SplitMix64 and never change, because the same
// bytes are to be cut at the same places.
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

// Apart returns a state without the stretches that other has, for [Together]. Where that would save little
// it returns the state as it is.
func Apart(state, other []byte) []byte {
	if len(state) < leastApart || muchShorter*len(state) < len(other) {
		return state
	}
	places := map[uint64]int{} // behind the 64 bytes of each hash, the first place
	var hash uint64
	for i, c := range other {
		hash = Roll(hash, c)
		if hash&anchor == 0 && i+1 >= leastStretch {
			if _, twice := places[hash]; !twice {
				places[hash] = i + 1
			}
		}
	}
	out := binary.BigEndian.AppendUint64([]byte(apartMagic), uint64(len(state)))
	from, shared := 0, 0 // up to from all is written
	hash = 0
	for i := 0; i < len(state); i++ {
		hash = Roll(hash, state[i])
		if hash&anchor != 0 {
			continue
		}
		at, ok := places[hash]
		if !ok {
			continue
		}
		begin, end := i+1, i+1
		for begin > from && at-(i+1-begin) > 0 && state[begin-1] == other[at-(i+1-begin)-1] {
			begin--
		}
		for end < len(state) && at+end-(i+1) < len(other) && state[end] == other[at+end-(i+1)] {
			end++
		}
		if end-begin < leastStretch {
			continue
		}
		out = appendBytes(out, state[from:begin])
		out = binary.AppendUvarint(out, uint64(at-(i+1-begin)))
		out = binary.AppendUvarint(out, uint64(end-begin))
		shared += end - begin
		from, i, hash = end, end-1, 0
	}
	if from < len(state) {
		out = appendBytes(out, state[from:])
	}
	if float64(shared) < worthApart*float64(len(state)) || len(state) > mostRepeated*(len(out)+len(other)) {
		return state
	}
	return slices.Clip(out)
}

func appendBytes(b, data []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(data))), data...)
}

// Together returns the state that [Apart] was given, with the same other. Bytes that Apart did not make are
// returned as they are.
func Together(data, other []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(data, []byte(apartMagic))
	if !ok {
		return data, nil
	}
	if len(rest) < lengthBytes {
		return nil, errDamaged
	}
	size := binary.BigEndian.Uint64(rest)
	rest = rest[lengthBytes:]
	if size > mostRepeated*uint64(len(data)+len(other)) {
		return nil, errDamaged
	}
	next := func() (uint64, bool) {
		x, n := binary.Uvarint(rest)
		if n <= 0 {
			return 0, false
		}
		rest = rest[n:]
		return x, true
	}
	state := make([]byte, 0, size)
	for len(rest) > 0 {
		n, ok := next()
		if !ok || n > uint64(len(rest)) || n > size-uint64(len(state)) {
			return nil, errDamaged
		}
		state, rest = append(state, rest[:n]...), rest[n:]
		if len(rest) == 0 {
			break
		}
		at, ok := next()
		length, also := next()
		if !ok || !also || at > uint64(len(other)) || length > uint64(len(other))-at || length > size-uint64(len(state)) {
			return nil, errNotTogether
		}
		state = append(state, other[at:at+length]...)
	}
	if uint64(len(state)) != size {
		return nil, errNotTogether
	}
	return state, nil
}

var errNotTogether = errors.New("what it has in common with what was found is missing")
