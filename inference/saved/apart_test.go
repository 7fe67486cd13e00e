package saved

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/pieces"
)

// noise returns bytes that repeat nothing.
func noise(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// A state is the same bytes again, whatever it has in common with the other, and that is written once.
func TestApart(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var state, other []byte
	for range 40 { // draws, each behind something of its own
		d := noise(r, 3000)
		state = append(append(state, noise(r, 20+r.IntN(300))...), d...)
		other = append(append(other, noise(r, r.IntN(30))...), d...)
	}
	apart, err := Apart(pieces.Of(state), pieces.Of(other))
	if most := len(state) - 40*3000 + 40*16; err != nil || apart.Len() > most {
		t.Errorf("%d bytes of a state with 40 draws of 3,000 are left, more than %d, %v", apart.Len(), most, err)
	}
	zeros := make([]byte, 100_000)
	for what, x := range map[string]struct{ state, other []byte }{
		"draws":                  {state, other},
		"the same":               {state, state},
		"turned round":           {append(bytes.Clone(state[70_000:]), state[:70_000]...), state},
		"every second draw":      {state, append(bytes.Clone(other[:30_000]), other[60_000:]...)},
		"nothing in common":      {noise(r, 50_000), noise(r, 50_000)},
		"zeros":                  {zeros, zeros[:60_000]},
		"short":                  {state[:1000], state},
		"nothing":                {nil, other},
		"beside nothing":         {state, nil},
		"much shorter":           {state[:40_000], append(bytes.Clone(state), state...)},
		"a state that was apart": {append([]byte(apartMagic), state...), other},
	} {
		p, err := Apart(pieces.Of(x.state), pieces.Of(x.other))
		if err != nil {
			t.Fatal(err)
		}
		data, err := p.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > len(x.state) {
			t.Errorf("%s: %d bytes became %d", what, len(x.state), len(data))
		}
		if bytes.HasPrefix(x.state, []byte(apartMagic)) {
			continue // no model seals a state like this
		}
		if back, err := Together(data, x.other); err != nil || !bytes.Equal(back, x.state) {
			t.Errorf("%s: %d bytes came back as %d, %v", what, len(x.state), len(back), err)
		}
	}
}

// Bytes from anywhere give a state or an error, never more than the bytes can hold.
func TestTogetherRefusesNonsense(t *testing.T) {
	head := func(size uint64, rest ...byte) []byte {
		return append(binary.BigEndian.AppendUint64([]byte(apartMagic), size), rest...)
	}
	other := make([]byte, 100)
	for what, data := range map[string][]byte{
		"no size":                    []byte(apartMagic + "\x00"),
		"a huge size":                head(1 << 60),
		"a size that is not reached": head(10, 1, 7),
		"more than its size":         head(1, 2, 7, 7),
		"bytes that are not there":   head(10, 9, 7),
		"a stretch outside":          head(10, 0, 95, 10),
		"a stretch far outside":      head(10, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 10),
		"a stretch without length":   head(10, 0, 5),
		"half a number":              head(10, 0x80),
		"more stretches than size":   head(10, 0, 0, 9, 0, 0, 9),
	} {
		if state, err := Together(data, other); err == nil {
			t.Errorf("%s: read as %d bytes", what, len(state))
		}
	}
	if state, err := Together(head(10, 0, 5, 10), other); err != nil || len(state) != 10 {
		t.Errorf("a stretch alone: %v, %v", state, err)
	}
	if _, err := Together(head(10, 0, 5, 10), nil); err == nil {
		t.Error("a state without what it was parted from is read")
	}
}

func BenchmarkApart(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var state, other []byte
	for range 500 {
		d := noise(r, 13_000)
		state, other = append(append(state, noise(r, 200)...), d...), append(other, d...)
	}
	b.SetBytes(int64(len(state) + len(other)))
	for b.Loop() {
		if _, err := Apart(pieces.Of(state), pieces.Of(other)); err != nil {
			b.Fatal(err)
		}
	}
}
