package saved

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"

	"example.org/espalier/inference/pieces"
)

// Places are those of large byte strings in a state that is sealed: while the library encodes the state, each has a
// short mark in its place.
type Places struct{ list []*pieces.Bytes }

// A Place is a byte string in a state. Sealed, it is that for which [Places.Put] made it, nil for the zero Place;
// opened, it has the Bytes.
type Place struct {
	Bytes []byte
	mark  int // from 1; 0 for nil
}

// Put returns the place of some bytes.
func (p *Places) Put(b *pieces.Bytes) Place {
	if b == nil {
		return Place{}
	}
	p.list = append(p.list, b)
	return Place{mark: len(p.list)}
}

// A mark is a byte string: the token of this process and a number.
const tokenBytes, markBytes = 24, tokenBytes + 8

var token = func() []byte {
	head := pieces.AppendHead(nil, pieces.ByteString, markBytes)
	b := append(head, make([]byte, tokenBytes)...)
	_, _ = rand.Read(b[len(head):]) // it never fails
	return b
}()

// MarshalCBOR implements cbor.Marshaler.
func (p Place) MarshalCBOR() ([]byte, error) {
	if p.mark == 0 {
		return encoding.Marshal(nil)
	}
	return binary.BigEndian.AppendUint64(bytes.Clone(token), uint64(p.mark)), nil
}

// UnmarshalCBOR implements cbor.Unmarshaler.
func (p *Place) UnmarshalCBOR(data []byte) error {
	p.Bytes = nil
	return decoding.Unmarshal(data, &p.Bytes)
}

// fill returns an encoded state, each mark replaced by the bytes that it stands for.
func (p *Places) fill(encoded []byte) (*pieces.Bytes, error) {
	out, found := &pieces.Bytes{}, 0
	for p != nil && found < len(p.list) {
		at := bytes.Index(encoded, token)
		if at < 0 {
			return nil, errors.New("bytes that have a place are not in the state")
		}
		number := binary.BigEndian.Uint64(encoded[at+len(token):])
		out.Add(encoded[:at:at])
		out.AddString(p.list[number-1])
		encoded, found = encoded[at+len(token)+8:], found+1
	}
	out.Add(encoded)
	return out, nil
}
