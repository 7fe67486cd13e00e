package saved

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"example.org/espalier/inference/pieces"
)

// leaf is a state that seals itself; with plain it is one that does not.
type leaf struct {
	numbers []float64
	plain   bool
}

func (l leaf) MarshalBinary() ([]byte, error) {
	if l.plain {
		return []byte{1, 2, 3}, nil
	}
	return Seal("leaf", 2, state{Numbers: l.numbers})
}

// divided is a leaf that comes in pieces.
type divided struct{ leaf }

func (d divided) Pieces() (*pieces.Bytes, error) {
	return SealPieces("leaf", 2, state{Numbers: d.numbers}, nil)
}

// nest seals a state that holds one that holds two leaves, and one that is not sealed.
func nest(t *testing.T, first interface{ MarshalBinary() ([]byte, error) }) []byte {
	t.Helper()
	o, err := NewOuter("walker", 3, state{Names: map[string]int{"a": 1}})
	if err == nil {
		err = o.Join(Around("middle", 1, state{Numbers: []float64{7}}, first, leaf{numbers: []float64{3}}))
	}
	if err == nil {
		err = o.Add(leaf{plain: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := o.End().MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// openAll opens a state that nest made, with all in it.
func openAll(sealed []byte) (numbers []float64, err error) {
	var top, middle state
	inner, err := OpenOuter("walker", 3, sealed, &top)
	if err != nil {
		return nil, err
	}
	if len(inner) != 2 || !bytes.Equal(inner[1], []byte{1, 2, 3}) || top.Names["a"] != 1 {
		return nil, errors.New("it holds other states")
	}
	leaves, err := OpenOuter("middle", 1, inner[0], &middle)
	if err != nil {
		return nil, err
	}
	numbers = middle.Numbers
	for _, l := range leaves {
		var s state
		if err := Open("leaf", 2, l, &s); err != nil {
			return nil, err
		}
		numbers = append(numbers, s.Numbers...)
	}
	return numbers, nil
}

func TestStatesInAState(t *testing.T) {
	plain := nest(t, leaf{numbers: []float64{1, 2}})
	if again := nest(t, divided{leaf{numbers: []float64{1, 2}}}); !bytes.Equal(plain, again) {
		t.Error("in pieces it has other bytes")
	}
	numbers, err := openAll(plain)
	if err != nil || len(numbers) != 4 || numbers[0] != 7 || numbers[2] != 2 || numbers[3] != 3 {
		t.Errorf("%v, %v", numbers, err)
	}
	var s state
	if err := Open("walker", 3, plain, &s); err == nil || !strings.Contains(err.Error(), "states of several fits") {
		t.Error("opened as a state without others:", err)
	}
	for want, f := range map[string]func() error{
		"it belongs to walker": func() error { _, err := OpenOuter("runner", 3, plain, &s); return err },
		"reads 4":              func() error { _, err := OpenOuter("walker", 4, plain, &s); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if inner, err := OpenOuter("leaf", 2, mustSeal(t), &s); err != nil || inner != nil {
		t.Error("a state without others:", inner, err)
	}
	o, err := NewOuter("walker", 3, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Join(nil, errors.New("no")); err == nil {
		t.Error("an error is lost")
	}
	b, err := o.End().MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if inner, err := OpenOuter("walker", 3, b, &s); err != nil || len(inner) > 0 {
		t.Error("after an error something was added:", inner, err)
	}
}

func mustSeal(t *testing.T) []byte {
	b, err := Seal("leaf", 2, state{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every bit and every length counts, however deep.
func TestDamageInAStateIsFound(t *testing.T) {
	b := nest(t, leaf{numbers: []float64{1, 2}})
	for i := range b {
		if _, err := openAll(b[:i]); err == nil {
			t.Fatalf("cut to %d of %d bytes it is read", i, len(b))
		}
		for bit := range 8 {
			c := bytes.Clone(b)
			c[i] ^= 1 << bit
			if _, err := openAll(c); err == nil {
				t.Fatalf("with bit %d of byte %d flipped it is read", bit, i)
			}
		}
	}
	if _, err := openAll(append(bytes.Clone(b), 0)); err == nil {
		t.Error("with a byte behind its end it is read")
	}
	// An inner state of another walk, whole by itself, is not taken for this one.
	other := nest(t, leaf{numbers: []float64{1, 5}})
	if len(other) != len(b) {
		t.Fatal("the states have different lengths")
	}
	at := bytes.Index(b, []byte("middle"))
	end := bytes.LastIndex(b, []byte{1, 2, 3})
	mixed := append(append(bytes.Clone(b[:at]), other[at:end]...), b[end:]...)
	if _, err := openAll(mixed); err == nil {
		t.Error("with the inner states of another it is read")
	}
}

// Claimed lengths take no memory.
func TestHugeClaimsOfStates(t *testing.T) {
	var s state
	for _, length := range []uint64{1, 1 << 20, 1 << 62, 1<<64 - 1} {
		for _, body := range [][]byte{
			binary.BigEndian.AppendUint64(nil, length),
			binary.BigEndian.AppendUint64(append(binary.BigEndian.AppendUint64(nil, 1), 0xa0), length),
		} {
			b := append([]byte(outerMagic), 0, 1, 1, 'w')
			b = append(b, body...)
			sum := sha256.Sum256(b)
			b = append(b, sum[:check]...)
			if _, err := OpenOuter("w", 1, b, &s); err == nil {
				t.Errorf("a length of %d is read", length)
			}
		}
	}
}
