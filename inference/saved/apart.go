package saved

import (
	"bytes"
	"encoding/binary"
	"errors"

	"example.org/espalier/inference/pieces"
)

// The draws of a chain are in its state and in its published result. Where the two are kept side by side the state is
// written without the stretches that the other has: behind a magic word of its own and its length (8 bytes, big endian)
// come, in turn, bytes that stand nowhere else, after their number, and a stretch of the other, as its place and its
// length; numbers are varints without sign. It may end after either.
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
func Apart(state, other *pieces.Bytes) (*pieces.Bytes, error) {
	if state.Len() < leastApart || muchShorter*state.Len() < other.Len() {
		return state, nil
	}
	sources, spots := map[pieces.Source]int{}, map[uint64]spot{}
	for begin, p := range other.All() {
		if p.Source != nil {
			sources[p.Source] = begin
			continue
		}
		var hash uint64
		for i, c := range p.Plain {
			hash = Roll(hash, c)
			if hash&anchor == 0 && i+1 >= leastStretch {
				if _, twice := spots[hash]; !twice {
					spots[hash] = spot{p.Plain, begin, i + 1}
				}
			}
		}
	}
	met, missing := 0, false
	for _, p := range state.All() {
		if p.Source != nil {
			_, has := sources[p.Source]
			met, missing = met+1, missing || !has
		}
	}
	if missing || met == 0 && len(sources) > 0 { // bytes of theirs may be in both all the same
		a, err := pieces.Flat(state)
		if err != nil {
			return nil, err
		}
		b, err := pieces.Flat(other)
		if err != nil {
			return nil, err
		}
		return Apart(a, b)
	}
	out := parting{
		out: pieces.Of(binary.BigEndian.AppendUint64([]byte(apartMagic), uint64(state.Len()))), own: &pieces.Bytes{}}
	for _, p := range state.All() {
		if p.Source != nil {
			out.stretch(sources[p.Source], p.Len)
		} else {
			out.plain(p.Plain, spots)
		}
	}
	if out.own.Len() > 0 {
		out.end()
	}
	if float64(out.shared) < worthApart*float64(state.Len()) || state.Len() > mostRepeated*(out.out.Len()+other.Len()) {
		return state, nil
	}
	return out.out, nil
}

// A spot is where 64 bytes of a piece of the other end, and where the piece begins.
type spot struct {
	piece     []byte
	begin, at int
}

// parting is a state that is being taken apart.
type parting struct {
	out, own *pieces.Bytes // own are bytes that stand nowhere else
	shared   int
}

// plain adds a plain piece.
func (p *parting) plain(state []byte, spots map[uint64]spot) {
	from := 0 // up to there all is added
	var hash uint64
	for i := 0; i < len(state); i++ {
		hash = Roll(hash, state[i])
		if hash&anchor != 0 {
			continue
		}
		s, ok := spots[hash]
		if !ok {
			continue
		}
		begin, end := i+1, i+1
		for begin > from && s.at-(i+1-begin) > 0 && state[begin-1] == s.piece[s.at-(i+1-begin)-1] {
			begin--
		}
		for end < len(state) && s.at+end-(i+1) < len(s.piece) && state[end] == s.piece[s.at+end-(i+1)] {
			end++
		}
		if end-begin < leastStretch {
			continue
		}
		p.own.Add(state[from:begin])
		p.stretch(s.begin+s.at-(i+1-begin), end-begin)
		from, i, hash = end, end-1, 0
	}
	p.own.Add(state[from:])
}

// stretch adds a stretch of the other.
func (p *parting) stretch(at, length int) {
	p.end()
	p.out.Add(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(at)), uint64(length)))
	p.shared += length
}

// end adds the bytes that stand nowhere else.
func (p *parting) end() {
	p.out.Add(binary.AppendUvarint(nil, uint64(p.own.Len())))
	p.out.Join(p.own)
	p.own = &pieces.Bytes{}
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
