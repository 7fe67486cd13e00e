package pieces

import (
	"bytes"
	"errors"
	"testing"
)

// digits makes bytes; with wrong it announces another number of them.
type digits struct {
	text  string
	wrong int
	err   error
}

func (d *digits) Len() int { return len(d.text) + d.wrong }

func (d *digits) AppendBinary(b []byte) ([]byte, error) { return append(b, d.text...), d.err }

// In pieces or in one, written or joined, they are the same bytes.
func TestBytes(t *testing.T) {
	inner := Of([]byte("in"))
	inner.AddSource(&digits{text: "ner"})
	p := &Bytes{}
	p.Add(nil)
	p.AddSource(&digits{text: "1234"})
	p.Add([]byte("-"))
	p.AddString(inner)
	p.Join(nil)
	const want = "1234-\x45inner"
	var written bytes.Buffer
	n, err := p.WriteTo(&written)
	flat, failed := Whole(p, nil)
	if err != nil || failed != nil || written.String() != want || string(flat) != want ||
		int(n) != p.Len() || p.Len() != len(want) {
		t.Errorf("%q written, %q flat, %d of %d bytes, %v, %v", written.String(), flat, n, p.Len(), err, failed)
	}
	at := 0
	for place, piece := range p.All() {
		if place != at {
			t.Errorf("a piece at %d, want %d", place, at)
		}
		at += piece.Len
	}
	if s, e := p.Start(4), inner.Start(9); len(s) > 0 || string(e) != "in" || string(Of([]byte("abc")).End(2)) != "bc" {
		t.Errorf("starts %q and %q", s, e)
	}
	var back Bytes
	if err := back.UnmarshalBinary(flat); err != nil || string(back.Start(9)) != want[:9] {
		t.Errorf("%q, %v", back.Start(99), err)
	}
	var none *Bytes
	if b, err := Whole(none, nil); b != nil || err != nil || none.Len() != 0 || Of(nil) != nil || len(none.End(1)) > 0 {
		t.Errorf("of nothing %q, %v", b, err)
	}
}

// What a source announces and does not make is an error, as are its own.
func TestSourcesThatFail(t *testing.T) {
	for _, d := range []*digits{{text: "12", wrong: 1}, {text: "12", err: errors.New("no")}} {
		p := Of([]byte("a"))
		p.AddSource(d)
		if _, err := p.MarshalBinary(); err == nil {
			t.Errorf("%+v is made", d)
		}
		if _, err := p.WriteTo(&bytes.Buffer{}); err == nil {
			t.Errorf("%+v is written", d)
		}
	}
}
