package saved

import (
	"bytes"
	"crypto/sha256"
	stdlib "encoding"
	"encoding/binary"
	"hash"
	"slices"
)

// A state that holds sealed states begins with another magic word. Behind the owner's name stands the
// length of its own body (8 bytes, big endian), behind the body each inner state after its length
// (8 bytes), and then the check. The check is of the bytes up to the end of the body, and of each
// inner state of its length and of its own check, which is that of its bytes. So every byte is
// hashed once, however deep states lie in each other.
const outerMagic = "ESP\x02"

const lengthBytes = 8

func isOuter(sealed []byte) bool { return bytes.HasPrefix(sealed, []byte(outerMagic)) }

// An Outer is a state that holds others, such as that of a run the state of its model. It is sealed
// where it will stand, in one piece of memory: inner states are appended to it, not copied.
type Outer struct {
	b   []byte
	sum hash.Hash
}

// NewOuter begins a state at the end of b. Its owner, version and own values are as for [Seal].
func NewOuter(b []byte, owner string, version uint16, state any) (*Outer, error) {
	at := len(b)
	b = appendHead(b, outerMagic, owner, version)
	length := len(b)
	b, err := appendBody(append(b, make([]byte, lengthBytes)...), owner, state)
	if err != nil {
		return nil, err
	}
	binary.BigEndian.PutUint64(b[length:], uint64(len(b)-length-lengthBytes))
	o := &Outer{b, sha256.New()}
	o.sum.Write(b[at:])
	return o, nil
}

// Add appends an inner state.
func (o *Outer) Add(s stdlib.BinaryMarshaler) error {
	if s, ok := s.(stdlib.BinaryAppender); ok {
		return o.AddFunc(s.AppendBinary)
	}
	return o.AddFunc(func(b []byte) ([]byte, error) {
		sealed, err := s.MarshalBinary()
		return append(b, sealed...), err
	})
}

// Grow makes room for so many more bytes, so that what is there is not copied time and again.
func (o *Outer) Grow(bytes int) { o.b = slices.Grow(o.b, bytes) }

// AddFunc appends an inner state that a function appends to the bytes that it is given. With an error
// nothing is added.
func (o *Outer) AddFunc(to func(b []byte) ([]byte, error)) error {
	at := len(o.b)
	b, err := to(append(o.b, make([]byte, lengthBytes)...))
	if err != nil {
		return err
	}
	o.b = b
	length := b[at : at+lengthBytes]
	inner := b[at+lengthBytes:]
	binary.BigEndian.PutUint64(length, uint64(len(inner)))
	o.sum.Write(length)
	o.sum.Write(checked(inner))
	return nil
}

// checked returns the part of an inner state that the check of the outer one is of: its own check,
// or all of it where it is not sealed.
func checked(inner []byte) []byte {
	if len(inner) >= least && (isOuter(inner) || bytes.HasPrefix(inner, []byte(magic))) {
		return inner[len(inner)-check:]
	}
	return inner
}

// Len is the number of bytes so far.
func (o *Outer) Len() int { return len(o.b) }

// End returns the bytes that [NewOuter] was given with the sealed state behind them.
func (o *Outer) End() []byte { return append(o.b, o.sum.Sum(nil)[:check]...) }

// Owned reports whether sealed bytes say that they are an outer state of the owner. It does not check them.
func Owned(owner string, sealed []byte) bool {
	head := len(outerMagic) + 2
	return isOuter(sealed) && len(sealed) > head && bytes.HasPrefix(sealed[head+1:],
		[]byte(owner)) && int(sealed[head]) == len(owner)
}

// OpenOuter is [Open] of a state that may hold others, which it returns as they were added. Each
// must be opened, which finds damage in it. A state that [Seal] made holds none.
func OpenOuter(owner string, version uint16, sealed []byte, state any) (inner [][]byte, err error) {
	body, inner, err := open(owner, version, sealed)
	if err == nil {
		err = decoding.Unmarshal(body, state)
	}
	if err != nil {
		return nil, unreadable(owner, err)
	}
	return inner, nil
}

// splitOuter takes an outer state apart, its check left out: what stands before its inner states,
// without the length of its body, these, and the hash of what its check is of.
func splitOuter(data []byte) (own []byte, inner [][]byte, sum [sha256.Size]byte, err error) {
	head := len(magic) + 3
	if len(data) < head {
		return nil, nil, sum, errDamaged
	}
	if head += int(data[head-1]); len(data) < head+lengthBytes {
		return nil, nil, sum, errDamaged
	}
	n := binary.BigEndian.Uint64(data[head:])
	rest := data[head+lengthBytes:]
	if n > uint64(len(rest)) {
		return nil, nil, sum, errDamaged
	}
	body, rest := rest[:n], rest[n:]
	h := sha256.New()
	h.Write(data[:head+lengthBytes+len(body)])
	for len(rest) > 0 {
		if len(rest) < lengthBytes {
			return nil, nil, sum, errDamaged
		}
		n := binary.BigEndian.Uint64(rest)
		if n > uint64(len(rest)-lengthBytes) {
			return nil, nil, sum, errDamaged
		}
		h.Write(rest[:lengthBytes])
		one := rest[lengthBytes : lengthBytes+n]
		h.Write(checked(one))
		inner, rest = append(inner, one[:n:n]), rest[lengthBytes+n:]
	}
	return append(data[:head:head], body...), inner, [sha256.Size]byte(h.Sum(nil)), nil
}
