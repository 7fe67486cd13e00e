package saved

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

type state struct {
	Numbers []float64
	Names   map[string]int
	Nested  *state
	private int
}

func TestSealedStateOpens(t *testing.T) {
	in := state{Numbers: []float64{1, math.Pi, math.Inf(1), math.Copysign(0, -1), 5e-324, 1 << 53},
		Names:  map[string]int{"b": 2, "a": 1, "c": 3},
		Nested: &state{Numbers: []float64{}}, private: 7}
	b, err := Seal("walker", 3, in)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if again, _ := Seal("walker", 3, in); !bytes.Equal(b, again) {
			t.Fatal("the same state has other bytes")
		}
	}
	var out state
	if err := Open("walker", 3, b, &out); err != nil {
		t.Fatal(err)
	}
	in.private = 0
	if !reflect.DeepEqual(in, out) || math.Signbit(out.Numbers[3]) != true {
		t.Errorf("%+v became %+v", in, out)
	}
	for want, f := range map[string]func() error{
		"it belongs to walker": func() error { return Open("runner", 3, b, &out) },
		"reads 4":              func() error { return Open("walker", 4, b, &out) },
		"cut short":            func() error { return Open("walker", 3, nil, &out) },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "start the run again") {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// Every bit and every length counts.
func TestDamageIsFound(t *testing.T) {
	b, err := Seal("walker", 1, state{Numbers: []float64{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	var out state
	for i := range b {
		if Open("walker", 1, b[:i], &out) == nil {
			t.Fatalf("cut to %d of %d bytes it is read", i, len(b))
		}
		for bit := range 8 {
			c := bytes.Clone(b)
			c[i] ^= 1 << bit
			if Open("walker", 1, c, &out) == nil {
				t.Fatalf("with bit %d of byte %d flipped it is read", bit, i)
			}
		}
	}
	if Open("walker", 1, append(bytes.Clone(b), 0), &out) == nil {
		t.Error("with a byte behind its end it is read")
	}
}

// A claim of a billion numbers with a right checksum takes no memory.
func TestHugeClaims(t *testing.T) {
	for name, body := range map[string][]byte{
		"array":   {0xa1, 0x67, 'N', 'u', 'm', 'b', 'e', 'r', 's', 0x9a, 0x3b, 0x9a, 0xca, 0x00},
		"bytes":   {0x5b, 0, 0, 0, 0x3b, 0x9a, 0xca, 0, 0},
		"nesting": bytes.Repeat([]byte{0x81}, 1_000_000),
		"nothing": {},
	} {
		out := append([]byte(magic), 0, 1, 1, 'w')
		out = append(out, body...)
		sum := sha256.Sum256(out)
		sealed := append(out, sum[:check]...)
		allocated := testing.AllocsPerRun(1, func() {
			var s state
			if Open("w", 1, sealed, &s) == nil {
				t.Errorf("%s: it is read", name)
			}
		})
		if allocated > 1000 {
			t.Errorf("%s: %v allocations", name, allocated)
		}
	}
}

func TestGuard(t *testing.T) {
	if err := Guard("walker", func() error { panic("index out of range") }); err == nil ||
		!strings.Contains(err.Error(), "does not belong to this table") {
		t.Error(err)
	}
	want := errors.New("no")
	if err := Guard("walker", func() error { return want }); err != want {
		t.Error(err)
	}
}
