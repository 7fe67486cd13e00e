package wire_test

import (
	"bytes"
	"math"
	"testing"

	"example.org/espalier/inference/kind/wire"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
)

type all struct {
	_       struct{} `cbor:",toarray"`
	Floats  wire.Floats
	Singles wire.Singles
	Ints    wire.Ints
	Bools   wire.Bools
	Strings wire.Strings
	Matrix  wire.Matrix
	Number  int
	Text    string
}

func full() all {
	return all{
		Floats: wire.Floats{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1),
			math.Float64frombits(1), math.MaxFloat64, 0.1},
		Singles: wire.Singles{0, 1.5, float32(math.Inf(-1)), math.SmallestNonzeroFloat32},
		Ints:    wire.Ints{0, -1, math.MaxInt, math.MinInt, 7},
		Bools:   wire.Bools{true, false, true},
		Strings: wire.Strings{"", "Größe", "\xff\x00", "b"},
		Matrix:  wire.Matrix{Dense: mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, math.Inf(1)})},
		Number:  -5, Text: "\xfe",
	}
}

func round(t *testing.T, in all) (out all, form []byte) {
	t.Helper()
	form, err := wire.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := wire.Unmarshal("a test", form, &out); err != nil {
		t.Fatalf("%x: %v", form, err)
	}
	return out, form
}

func TestRoundTrip(t *testing.T) {
	in := full()
	out, form := round(t, in)
	if d := cmp.Diff(in, out, cmp.AllowUnexported(all{}),
		cmp.Comparer(func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }),
		cmp.Comparer(func(a, b *mat.Dense) bool { return a == b || a != nil && b != nil && mat.Equal(a, b) })); d != "" {
		t.Error(d)
	}
	if _, again := round(t, out); !bytes.Equal(again, form) {
		t.Error("the same value has two forms")
	}
	if out, _ := round(t, all{}); out.Floats != nil || out.Singles != nil || out.Ints != nil || out.Bools != nil ||
		out.Strings != nil || out.Matrix.Dense != nil {
		t.Errorf("of nothing %+v", out)
	}
	if out, _ := round(t, all{Matrix: wire.Matrix{Dense: new(mat.Dense)}}); out.Matrix.Dense == nil ||
		!out.Matrix.IsEmpty() {
		t.Errorf("of an empty matrix %+v", out.Matrix)
	}
}

// A matrix that is a window of another has the form of its own values.
func TestMatrixOfLargerStride(t *testing.T) {
	x := mat.NewDense(3, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9})
	part := x.Slice(0, 2, 1, 3).(*mat.Dense)
	out, _ := round(t, all{Matrix: wire.Matrix{Dense: part}})
	if !mat.Equal(out.Matrix, mat.NewDense(2, 2, []float64{2, 3, 5, 6})) {
		t.Error(mat.Formatted(out.Matrix))
	}
}

func TestAnyNaNIsOne(t *testing.T) {
	odd := math.Float64frombits(math.Float64bits(math.NaN()) ^ 1<<63 ^ 6)
	_, a := round(t, all{Floats: wire.Floats{odd}, Singles: wire.Singles{float32(odd)},
		Matrix: wire.Matrix{Dense: mat.NewDense(1, 1, []float64{odd})}})
	_, b := round(t, all{Floats: wire.Floats{math.NaN()}, Singles: wire.Singles{float32(math.NaN())},
		Matrix: wire.Matrix{Dense: mat.NewDense(1, 1, []float64{math.NaN()})}})
	if !bytes.Equal(a, b) {
		t.Errorf("%x\n%x", a, b)
	}
}

// What is damaged gives an error, not a value.
func TestRefuses(t *testing.T) {
	_, form := round(t, full())
	for cut := range form {
		if err := wire.Unmarshal("a test", form[:cut], new(all)); err == nil {
			t.Errorf("%d of %d bytes are read", cut, len(form))
		}
	}
	for name, data := range map[string][]byte{
		"more bytes":            append(bytes.Clone(form), 0),
		"another length":        {0x81, 0x40},
		"an array for a column": {0x88, 0x80, 0x40, 0x40, 0x40, 0x40, 0x40, 0, 0x60},
		"null for a column":     {0x88, 0xf6, 0x40, 0x40, 0x40, 0x40, 0x40, 0, 0x60},
		"half a number":         {0x88, 0x44, 1, 2, 3, 4, 0x40, 0x40, 0x40, 0x40, 0x40, 0, 0x60},
		"half a single":         {0x88, 0x40, 0x42, 1, 2, 0x40, 0x40, 0x40, 0x40, 0, 0x60},
		"half a whole number":   {0x88, 0x40, 0x40, 0x41, 0x80, 0x40, 0x40, 0x40, 0, 0x60},
		"no truth":              {0x88, 0x40, 0x40, 0x40, 0x41, 2, 0x40, 0x40, 0, 0x60},
		"half a text":           {0x88, 0x40, 0x40, 0x40, 0x40, 0x42, 2, 'a', 0x40, 0, 0x60},
		"a matrix of no values": {0x88, 0x40, 0x40, 0x40, 0x40, 0x40, 0x42, 1, 1, 0, 0x60},
		"a huge matrix": {0x88, 0x40, 0x40, 0x40, 0x40, 0x40, 0x4a, 0x80, 0x80, 0x80, 0x80, 8, 0x80,
			0x80, 0x80, 0x80, 8, 0, 0x60},
	} {
		if err := wire.Unmarshal("a test", data, new(all)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := wire.Unmarshal("a test", []byte{0x88, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0, 0x60}, new(all)); err != nil {
		t.Errorf("the plain form: %v", err)
	}
}
