// Package wire holds the building blocks of the binary forms of all kinds of results: CBOR (RFC
// 8949) with columns of numbers as byte strings. A value has exactly one form; numbers keep their
// bits, except that every NaN becomes the same NaN.
//
// Bytes to decode may come from anywhere. Each type refuses bytes that are not of its form, and
// decoding takes at most about a hundred times the memory of the bytes.
package wire

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/fxamacker/cbor/v2"
)

var encoding, decoding = modes()

func modes() (cbor.UserBufferEncMode, cbor.DecMode) {
	e, err := cbor.CoreDetEncOptions().UserBufferEncMode()
	if err != nil {
		panic("wire: " + err.Error())
	}
	d, err := cbor.DecOptions{
		DupMapKey:         cbor.DupMapKeyEnforcedAPF,
		IndefLength:       cbor.IndefLengthForbidden,
		TagsMd:            cbor.TagsForbidden,
		ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
		UTF8:              cbor.UTF8DecodeInvalid, // names come from files of any encoding
		MaxNestedLevels:   8,
		MaxArrayElements:  1 << 20,
		MaxMapPairs:       16,
	}.DecMode()
	if err != nil {
		panic("wire: " + err.Error())
	}
	return e, d
}

// Raw is a value that is encoded already.
type Raw = cbor.RawMessage

// Marshal encodes a value, its structs as arrays where they say so.
func Marshal(v any) ([]byte, error) { return encoding.Marshal(v) }

// MarshalSized is [Marshal] of a value whose form has about this many bytes: a large one is then not
// copied while it grows.
func MarshalSized(v any, size int) ([]byte, error) {
	out := bytes.NewBuffer(make([]byte, 0, size)) // which, unlike Grow, writes no zeros first
	err := encoding.MarshalToBuffer(v, out)
	return out.Bytes(), err
}

// Unmarshal decodes all of data into v, a pointer. The error names what, the content that was
// expected.
func Unmarshal(what string, data []byte, v any) error {
	if err := decoding.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s cannot be read: %w; the bytes are damaged or not of this kind", what, err)
	}
	return nil
}

// column is a type whose CBOR form is a byte string.
type column interface{ UnmarshalBinary(data []byte) error }

// unmarshal reads a column from a byte string only, because the library would accept an array for a
// slice. data is one well-formed item.
func unmarshal(c column, data []byte) error {
	if len(data) == 0 || data[0]>>5 != 2 {
		return errors.New("a column is not a byte string")
	}
	head := 1
	if low := data[0] & 31; low >= 24 {
		head += 1 << (low - 24) // bytes of the length
	}
	if head > len(data) {
		return errors.New("a column has no length")
	}
	return c.UnmarshalBinary(data[head:])
}

// UnmarshalCBOR implements cbor.Unmarshaler.
func (f *Floats) UnmarshalCBOR(data []byte) error { return unmarshal(f, data) }

// UnmarshalCBOR implements cbor.Unmarshaler.
func (f *Singles) UnmarshalCBOR(data []byte) error { return unmarshal(f, data) }

// UnmarshalCBOR implements cbor.Unmarshaler.
func (n *Ints) UnmarshalCBOR(data []byte) error { return unmarshal(n, data) }

// UnmarshalCBOR implements cbor.Unmarshaler.
func (v *Bools) UnmarshalCBOR(data []byte) error { return unmarshal(v, data) }

// UnmarshalCBOR implements cbor.Unmarshaler.
func (s *Strings) UnmarshalCBOR(data []byte) error { return unmarshal(s, data) }

// UnmarshalCBOR implements cbor.Unmarshaler.
func (m *Matrix) UnmarshalCBOR(data []byte) error { return unmarshal(m, data) }
