package saved

import (
	"bytes"
	"crypto/sha256"
	stdlib "encoding"
	"encoding/binary"
	"fmt"
	"hash"

	"example.org/espalier/inference/pieces"
)

// A state that holds sealed states begins with another magic word. Behind the owner's name stands the
// length of its own body (8 bytes, big endian), behind the body each inner state after its length
// (8 bytes), and then the check. The check is of the bytes up to the end of the body, and of each
// inner state of its length and of its own check, which is that of its bytes. So every byte is
// hashed once, however deep states lie in each other.
const outerMagic = "ESP\x02"

const lengthBytes = 8

func isOuter(sealed []byte) bool { return bytes.HasPrefix(sealed, []byte(outerMagic)) }

// An Outer is a state that holds others, such as that of a run the state of its model.
type Outer struct {
	pieces *pieces.Bytes
	sum    hash.Hash
}

// NewOuter begins a state. Its owner, version and own values are as for [Seal].
func NewOuter(owner string, version uint16, state any) (*Outer, error) {
	b, err := AppendEncoded(nil, state)
	if err != nil {
		return nil, fmt.Errorf("%s: saving the state: %w", owner, err)
	}
	head := binary.BigEndian.AppendUint64(appendHead(nil, outerMagic, owner, version), uint64(len(b)))
	o := &Outer{pieces.Of(append(head, b...)), sha256.New()}
	_, err = o.pieces.WriteTo(o.sum)
	return o, err
}

// Add appends an inner state.
func (o *Outer) Add(s stdlib.BinaryMarshaler) error { return o.Join(pieces.From(s)) }

// Join appends an inner state that a function returned. With an error nothing is added.
func (o *Outer) Join(inner *pieces.Bytes, err error) error {
	if err != nil {
		return err
	}
	length := binary.BigEndian.AppendUint64(nil, uint64(inner.Len()))
	o.sum.Write(length)
	if hasCheck(inner.Start(len(magic)), inner.Len()) {
		o.sum.Write(inner.End(check))
	} else if _, err := inner.WriteTo(o.sum); err != nil {
		return err
	}
	o.pieces.Add(length)
	o.pieces.Join(inner)
	return nil
}

// hasCheck reports whether so many bytes that begin like this end in their own check, which the check of the outer
// state is of then; it is of all of them where they are not sealed.
func hasCheck(start []byte, length int) bool {
	return length >= least && (isOuter(start) || bytes.HasPrefix(start, []byte(magic)))
}

// End returns the sealed state.
func (o *Outer) End() *pieces.Bytes {
	o.pieces.Add(o.sum.Sum(nil)[:check])
	return o.pieces
}

// Around returns a state that holds others.
func Around(owner string, version uint16, state any, inner ...stdlib.BinaryMarshaler) (*pieces.Bytes, error) {
	o, err := NewOuter(owner, version, state)
	if err != nil {
		return nil, err
	}
	for _, s := range inner {
		if err := o.Add(s); err != nil {
			return nil, err
		}
	}
	return o.End(), nil
}

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

// splitOuter takes an outer state apart, its check left out: the bytes before its inner states, without the length of
// its body, these states, and the hash of the bytes that its check covers.
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
		if hasCheck(one, len(one)) {
			h.Write(one[n-check:])
		} else {
			h.Write(one)
		}
		inner, rest = append(inner, one[:n:n]), rest[lengthBytes+n:]
	}
	return append(data[:head:head], body...), inner, [sha256.Size]byte(h.Sum(nil)), nil
}
