// Package pieces holds bytes that do not stand in one piece of memory. A chain has kept hundreds of draws, and the same
// bytes of each belong to its state, to the result and to files. There are no copies of them; they are made whenever
// they are written.
package pieces

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
)

// A Source makes some bytes, the same ones whenever it is asked. It is a pointer to a value that never changes.
type Source interface {
	// Len is how many bytes there are.
	Len() int
	// AppendBinary appends them.
	AppendBinary(b []byte) ([]byte, error)
}

// Bytes are made of pieces. Those of nil are none.
type Bytes struct {
	list   []Piece
	length int
}

// A Piece is plain bytes, or a source.
type Piece struct {
	Plain  []byte
	Source Source // nil for plain bytes
	Len    int
}

// Of returns bytes that stand in one piece, nil for nil. They must not change from now on.
func Of(b []byte) *Bytes {
	if b == nil {
		return nil
	}
	p := &Bytes{}
	p.Add(b)
	return p
}

// From returns the binary form of v, in pieces where v gives such, or else in one.
func From(v encoding.BinaryMarshaler) (*Bytes, error) {
	if v, ok := v.(interface{ Pieces() (*Bytes, error) }); ok {
		return v.Pieces()
	}
	b, err := v.MarshalBinary()
	return Of(b), err
}

// Len is the number of bytes.
func (p *Bytes) Len() int {
	if p == nil {
		return 0
	}
	return p.length
}

// Add adds bytes, which must not change from now on.
func (p *Bytes) Add(b []byte) { p.add(Piece{Plain: b, Len: len(b)}) }

// AddSource adds the bytes of a source.
func (p *Bytes) AddSource(s Source) { p.add(Piece{Source: s, Len: s.Len()}) }

func (p *Bytes) add(one Piece) {
	if one.Len > 0 {
		p.list = append(p.list, one)
		p.length += one.Len
	}
}

// Join adds other bytes.
func (p *Bytes) Join(other *Bytes) {
	if other != nil {
		p.list = append(p.list, other.list...)
		p.length += other.length
	}
}

// AddString adds other bytes as a byte string of CBOR.
func (p *Bytes) AddString(other *Bytes) {
	p.Add(AppendHead(nil, ByteString, other.Len()))
	p.Join(other)
}

// All yields each piece after the place where it begins.
func (p *Bytes) All() iter.Seq2[int, Piece] {
	return func(yield func(int, Piece) bool) {
		if p == nil {
			return
		}
		at := 0
		for _, one := range p.list {
			if !yield(at, one) {
				return
			}
			at += one.Len
		}
	}
}

// WriteTo implements io.WriterTo.
func (p *Bytes) WriteTo(w io.Writer) (written int64, err error) {
	if p == nil {
		return 0, nil
	}
	var room []byte
	for _, one := range p.list {
		b := one.Plain
		if one.Source != nil {
			if room, err = one.appendTo(room[:0]); err != nil {
				return written, err
			}
			b = room
		}
		n, err := w.Write(b)
		if written += int64(n); err != nil {
			return written, err
		}
	}
	return written, nil
}

func (one *Piece) appendTo(b []byte) ([]byte, error) {
	if one.Source == nil {
		return append(b, one.Plain...), nil
	}
	at := len(b)
	b, err := one.Source.AppendBinary(slices.Grow(b, one.Len))
	if err == nil && len(b)-at != one.Len {
		err = fmt.Errorf("%d bytes were announced, %d were made", one.Len, len(b)-at)
	}
	return b, err
}

// MarshalBinary returns the bytes in one piece of memory, without a copy where they stand in one; nil for nil.
func (p *Bytes) MarshalBinary() ([]byte, error) {
	switch {
	case p == nil:
		return nil, nil
	case len(p.list) == 1 && p.list[0].Source == nil:
		return p.list[0].Plain, nil
	}
	b, err := make([]byte, 0, p.length), error(nil)
	for _, one := range p.list {
		if b, err = one.appendTo(b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// Whole returns in one slice the bytes that a function returned, or its error.
func Whole(p *Bytes, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return p.MarshalBinary()
}

// Flat returns the same bytes in one piece.
func Flat(p *Bytes) (*Bytes, error) {
	b, err := p.MarshalBinary()
	return Of(b), err
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler. It copies data.
func (p *Bytes) UnmarshalBinary(data []byte) error {
	*p = Bytes{}
	p.Add(slices.Clone(data))
	return nil
}

// Start returns the first n bytes, fewer where fewer stand in the first piece or a source makes it.
func (p *Bytes) Start(n int) []byte {
	if p.Len() == 0 {
		return nil
	}
	first := p.list[0].Plain
	return first[:min(n, len(first))]
}

// End returns the last n bytes, fewer where fewer stand in the last piece or a source makes it.
func (p *Bytes) End(n int) []byte {
	if p.Len() == 0 {
		return nil
	}
	last := p.list[len(p.list)-1].Plain
	return last[max(0, len(last)-n):]
}

// The major types of CBOR (RFC 8949), in the upper three bits of an item's first byte.
const (
	ByteString = 2 << 5
	Array      = 4 << 5
)

// AppendHead appends the shortest head of an item of CBOR.
func AppendHead(b []byte, major byte, n int) []byte {
	switch {
	case n < 24:
		return append(b, major|byte(n))
	case n <= math.MaxUint8:
		return append(b, major|24, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(b, major|25), uint16(n))
	case n <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(b, major|26), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(b, major|27), uint64(n))
}
