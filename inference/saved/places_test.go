package saved

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/pieces"
)

// draw is a source that is in a state and in what was found.
type draw []byte

func (d *draw) Len() int { return len(*d) }

func (d *draw) AppendBinary(b []byte) ([]byte, error) { return append(b, *d...), nil }

type placed struct {
	Name        string
	First, Last Place
	None        Place
}

// A state whose large strings have places has the bytes of one that holds them, and is written without those that
// another has.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	first, other := &pieces.Bytes{}, pieces.Of(noise(r, 100))
	for range 30 {
		d := draw(noise(r, 3000))
		first.Add(noise(r, 50))
		first.AddSource(&d)
		other.AddSource(&d)
		other.Add(noise(r, 20))
	}
	flat := func(p *pieces.Bytes, err error) []byte {
		t.Helper()
		b, err := pieces.Whole(p, err)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	want, err := Seal("owner", 1, struct {
		Name              string
		First, Last, None []byte
	}{"a", flat(first, nil), []byte("last"), nil})
	if err != nil {
		t.Fatal(err)
	}
	places := &Places{}
	state, err := SealPieces("owner", 1,
		placed{Name: "a", First: places.Put(first), Last: places.Put(pieces.Of([]byte("last")))}, places)
	if got := flat(state, err); !bytes.Equal(got, want) {
		t.Fatalf("%d bytes with places, %d without, or others", len(got), len(want))
	}
	var back placed
	if err := Open("owner", 1, want, &back); err != nil || string(back.Last.Bytes) != "last" || back.None.Bytes != nil ||
		len(back.First.Bytes) != first.Len() {
		t.Errorf("%q, %v", back.Last.Bytes, err)
	}
	odd := draw(noise(r, 500))
	more := &pieces.Bytes{} // with a source that is in nothing else
	more.Join(state)
	more.AddSource(&odd)
	for what, state := range map[string]*pieces.Bytes{"in pieces": state, "in one": pieces.Of(want), "with another": more} {
		whole := flat(state, nil)
		apart, err := Apart(state, other)
		b := flat(apart, err)
		if len(b) > 30*70+800 {
			t.Errorf("%s: %d bytes are left of a state of %d", what, len(b), len(whole))
		}
		if back, err := Together(b, flat(other, nil)); err != nil || !bytes.Equal(back, whole) {
			t.Errorf("%s: %d bytes came back, %v", what, len(back), err)
		}
	}
	if _, err := SealPieces("owner", 1, placed{}, places); err == nil {
		t.Error("bytes without a place are lost")
	}
}
