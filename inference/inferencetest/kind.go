package inferencetest

import (
	"bytes"
	"encoding"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
)

// A KindValue is a part that can be read from bytes.
type KindValue interface {
	inference.Part
	encoding.BinaryUnmarshaler
}

// Kind checks that a kind of result writes and reads its whole values. full makes a value that passes its check and in
// which every number, text and list is there and no two are alike; read must be an empty value. It checks that
//   - a written value is read back, bit for bit, and written again to the same bytes;
//   - each change of one number, text, truth, matrix or tree of the value changes the bytes;
//   - every field is filled somewhere in the value, so that a field that is added has to be
//     written too;
//   - bytes that are cut short, or to which a byte is added, give an error.
func Kind(t testing.TB, full func() KindValue, read func() KindValue) {
	t.Helper()
	value := full()
	if err := value.Check(nil); err != nil {
		t.Errorf("the value does not pass its check: %v", err)
		return
	}
	written := mustMarshal(t, value)
	got := read()
	if err := got.UnmarshalBinary(written); err != nil {
		t.Errorf("what was written cannot be read: %v", err)
		return
	}
	if d := cmp.Diff(value, got, SameBits()...); d != "" {
		t.Errorf("what is read back is not what was written:\n%s", d)
	}
	if again := mustMarshal(t, got); !bytes.Equal(again, written) {
		t.Errorf("what was read back is written to %d other bytes, not to the %d that were read", len(again), len(written))
	}
	for cut := range written {
		if read().UnmarshalBinary(written[:cut:cut]) == nil {
			t.Errorf("%d of %d bytes are read without an error", cut, len(written))
		}
	}
	if read().UnmarshalBinary(append(bytes.Clone(written), 0)) == nil {
		t.Error("a byte too many is read without an error")
	}
	w := &changer{t: t, value: full(), written: written, filled: map[string]bool{}}
	w.visit(reflect.ValueOf(w.value), value.Kind())
	for field, filled := range w.filled {
		if !filled {
			t.Errorf("%s is empty throughout the value: give it something that must be written", field)
		}
	}
}

// SameBits compares floating-point numbers by their bits, any NaN being one, and matrices by
// their numbers.
func SameBits() []cmp.Option {
	return []cmp.Option{
		cmp.Comparer(func(a, b float64) bool {
			return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
		}),
		cmp.Comparer(func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b }),
		cmp.Transformer("matrix", func(m *mat.Dense) [][]float64 {
			if m == nil {
				return nil
			}
			n, _ := m.Dims()
			rows := make([][]float64, n)
			for i := range rows {
				rows[i] = m.RawRowView(i)
			}
			return rows
		}),
	}
}

func mustMarshal(t testing.TB, p inference.Part) []byte {
	t.Helper()
	b, err := p.MarshalBinary()
	if err != nil {
		t.Fatalf("a value cannot be written: %v", err)
	}
	return b
}

// A changer changes one thing after the other in a value.
type changer struct {
	t       testing.TB
	value   inference.Part
	written []byte
	filled  map[string]bool // by type and field: whether it is filled anywhere
}

// changed checks that the bytes are others now.
func (w *changer) changed(path string) {
	w.t.Helper()
	b, err := w.value.MarshalBinary()
	if err == nil && bytes.Equal(b, w.written) {
		w.t.Errorf("%s can change, and the bytes do not", path)
	}
}

func (w *changer) visit(v reflect.Value, path string) {
	w.t.Helper()
	switch x := v.Interface().(type) {
	case *mat.Dense:
		w.matrix(x, path)
		return
	case *tree.Tree:
		w.tree(x, path)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			w.visit(v.Elem(), path)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				name := v.Type().String() + "." + f.Name
				w.filled[name] = w.filled[name] || !v.Field(i).IsZero()
				w.visit(v.Field(i), path+"."+f.Name)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.visit(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Array:
		for i := range v.Len() {
			w.visit(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	default:
		w.scalar(v, path)
	}
}

func (w *changer) scalar(v reflect.Value, path string) {
	w.t.Helper()
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	defer v.Set(old)
	switch {
	case v.CanInt():
		v.SetInt(v.Int() ^ 1)
	case v.CanUint():
		v.SetUint(v.Uint() ^ 1<<63)
	case v.CanFloat() && math.IsNaN(v.Float()):
		v.SetFloat(1) // any other NaN is the same
	case v.Kind() == reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(math.Float32bits(float32(v.Float())) ^ 1)))
	case v.CanFloat():
		v.SetFloat(math.Float64frombits(math.Float64bits(v.Float()) ^ 1))
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "x")
	default:
		w.t.Errorf("%s is of the type %s, which this check does not know", path, v.Type())
	}
	w.changed(path)
}

// matrix changes its corners.
func (w *changer) matrix(x *mat.Dense, path string) {
	w.t.Helper()
	if x == nil {
		return
	}
	n, k := x.Dims()
	for _, at := range [][2]int{{0, 0}, {n - 1, 0}, {0, k - 1}, {n - 1, k - 1}} {
		old := x.At(at[0], at[1])
		other := math.Float64frombits(math.Float64bits(old) ^ 1)
		if math.IsNaN(old) {
			other = 1
		}
		x.Set(at[0], at[1], other)
		w.changed(fmt.Sprintf("%s(%d,%d)", path, at[0], at[1]))
		x.Set(at[0], at[1], old)
	}
}

// tree changes names, times and supports, and the order of the children of a branch point;
// parents and the top go with the children.
func (w *changer) tree(x *tree.Tree, path string) {
	w.t.Helper()
	if x == nil {
		return
	}
	w.visit(reflect.ValueOf(x.Names), path+".Names")
	w.visit(reflect.ValueOf(x.LogTime), path+".LogTime")
	w.visit(reflect.ValueOf(x.Support), path+".Support")
	for v, c := range x.Children {
		if len(c) > 1 {
			c[0], c[1] = c[1], c[0]
			w.changed(fmt.Sprintf("%s.Children[%d]", path, v))
			c[0], c[1] = c[1], c[0]
		}
	}
}

var update = flag.Bool("update", false, "write the files that tests compare with anew")

// Updating reports whether the tests were run with -update, to write the files they compare with anew.
func Updating() bool { return *update }

// SameForm checks that a value is written to the bytes of a file of the package's testdata,
// and that these are still read: so a form does not change without a new version. Run the
// test with -update to write the file for a new version.
func SameForm(t testing.TB, value, read KindValue, file string) {
	t.Helper()
	written := mustMarshal(t, value)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, written, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written, want) {
		t.Errorf("the form of %s has changed: make it a new version, and read the old one too", value.Kind())
	}
	if err := read.UnmarshalBinary(want); err != nil {
		t.Errorf("%s cannot be read any more: %v", file, err)
	}
}

// FuzzKind fuzzes the reading of a kind: any bytes give an error or a value that passes its
// check and is written and read to the same bytes again.
func FuzzKind(f *testing.F, full, read func() KindValue) {
	f.Helper()
	f.Add(mustMarshal(f, full()))
	f.Add(mustMarshal(f, read()))
	f.Add([]byte{0xf6})
	f.Fuzz(func(t *testing.T, data []byte) {
		value := read()
		if value.UnmarshalBinary(data) != nil {
			return
		}
		if err := value.Check(nil); err != nil {
			t.Fatalf("what was read does not pass its check: %v", err)
		}
		written := mustMarshal(t, value)
		again := read()
		if err := again.UnmarshalBinary(written); err != nil {
			t.Fatalf("what was read and written cannot be read: %v", err)
		}
		if !bytes.Equal(mustMarshal(t, again), written) {
			t.Fatal("what was read is written in two forms")
		}
	})
}

// BenchmarkKind measures the writing and the reading of a value.
func BenchmarkKind(b *testing.B, value inference.Part, read func() KindValue) {
	written := mustMarshal(b, value)
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(written)))
		for b.Loop() {
			mustMarshal(b, value)
		}
	})
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(written)))
		b.ReportMetric(float64(len(written)), "bytes")
		for b.Loop() {
			if err := read().UnmarshalBinary(written); err != nil {
				b.Fatal(err)
			}
		}
	})
}
