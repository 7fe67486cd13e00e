package saved

import (
	"math"
	"reflect"
	"testing"
)

type columns struct {
	F Floats
	I Ints[int]
	J Ints[int32]
	T Table
}

// arrays are columns as older files have them.
type arrays struct {
	F []float64
	I []int
	J []int32
	T [][]float64
}

func TestColumns(t *testing.T) {
	inf, zero := math.Inf(-1), math.Copysign(0, -1)
	in := columns{
		F: Floats{1, inf, zero, 5e-324, math.MaxFloat64},
		I: Ints[int]{5, -1, math.MaxInt, math.MinInt, 0}, J: Ints[int32]{-1, math.MaxInt32, math.MinInt32, 7},
		T: Table{{1, 2, 3}, {zero, inf, 6}},
	}
	old := arrays{in.F, in.I, in.J, in.T}
	for what, v := range map[string]any{"columns": in, "arrays": old} {
		b, err := AppendEncoded(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		out := columns{T: Table{{8}}}
		if err := Decode(b, &out); err != nil || !reflect.DeepEqual(in, out) || !math.Signbit(out.F[2]) ||
			!math.Signbit(out.T[1][0]) {
			t.Errorf("%s: %+v became %+v, %v", what, in, out, err)
		}
	}
	nan := math.Float64frombits(math.Float64bits(math.NaN()) ^ 0x123)
	b, err := AppendEncoded(nil, columns{F: Floats{nan}, T: Table{{nan}}})
	if err != nil {
		t.Fatal(err)
	}
	var out columns
	if err := Decode(b, &out); err != nil || math.Float64bits(out.F[0]) != math.Float64bits(nan) ||
		math.Float64bits(out.T[0][0]) != math.Float64bits(nan) {
		t.Errorf("the bits of a NaN are %+v, %v", out, err)
	}
	for what, v := range map[string]any{"columns": columns{}, "arrays": arrays{}} {
		if b, err = AppendEncoded(nil, v); err != nil {
			t.Fatal(err)
		}
		out = in
		if err := Decode(b, &out); err != nil || out.F != nil || out.I != nil || out.J != nil || out.T != nil {
			t.Errorf("no %s became %+v, %v", what, out, err)
		}
	}
	for _, bad := range []Table{{{1, 2}, {3}}, {{}, {}}} {
		if _, err := AppendEncoded(nil, columns{T: bad}); err == nil {
			t.Errorf("%v is written", bad)
		}
	}
}

func TestColumnsRefuseNonsense(t *testing.T) {
	type raw struct{ F, I, J, T []byte }
	for what, v := range map[string]raw{
		"half a number":          {F: make([]byte, 12)},
		"half a whole number":    {I: []byte{0x80}},
		"a whole number too big": {J: []byte{0xfe, 0xff, 0xff, 0xff, 0xff, 0x7f}},
		"a width only":           {T: []byte{3, 0, 0}},
		"half a row":             {T: append([]byte{2}, make([]byte, 24)...)},
		"no width":               {T: append([]byte{0}, make([]byte, 8)...)},
		"a huge width": {T: append([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
			0x7f}, make([]byte, 8)...)},
		"a width cut short": {T: []byte{0xff}},
	} {
		b, err := AppendEncoded(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		var out columns
		if Decode(b, &out) == nil {
			t.Errorf("%s is read as %+v", what, out)
		}
	}
	for _, v := range []any{map[string]any{"F": "text"}, map[string]any{"I": []any{"text"}}, map[string]any{"T": 7}} {
		b, err := AppendEncoded(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		var out columns
		if Decode(b, &out) == nil {
			t.Errorf("%v is read as %+v", v, out)
		}
	}
}
