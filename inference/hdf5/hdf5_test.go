package hdf5

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// expected is what h5py reads of a dataset or an attribute, or the names in a group; see testdata/make.py.
type expected struct {
	Shape  []uint64            `json:"shape"`
	Values []any               `json:"values"`
	Sum    string              `json:"sha256"`
	Fields map[string]expected `json:"fields"`
	Names  []string            `json:"names"`
}

func open(t testing.TB, name string) *File {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// at returns the object at a path.
func at(f *File, path string) (*Object, error) {
	o, err := f.Root()
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if err == nil && part != "" {
			o, err = o.Child(part)
		}
	}
	return o, err
}

// TestValues compares every dataset, attribute and group with what h5py reads.
func TestValues(t *testing.T) {
	for _, name := range []string{"earliest", "v108", "latest", "block", "large"} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
		if err != nil {
			if name == "large" { // not kept
				continue
			}
			t.Fatal(err)
		}
		var all map[string]expected
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		if len(all) < 1 || name != "block" && len(all) < 3 {
			t.Fatalf("%s: only %d values to compare", name, len(all))
		}
		f := open(t, name+".h5")
		for path, want := range all {
			if err := compare(f, path, want); err != nil {
				t.Errorf("%s: %s: %v", name, path, err)
			}
		}
	}
}

func compare(f *File, path string, want expected) error {
	path, attribute, _ := strings.Cut(path, "@")
	o, err := at(f, path)
	if err != nil {
		return err
	}
	if attribute != "" {
		v, err := o.Attribute(attribute)
		if err != nil {
			return err
		}
		if v == nil {
			return fmt.Errorf("no attribute")
		}
		return same(v, want)
	}
	if want.Shape == nil {
		names, err := o.Names()
		if err != nil {
			return err
		}
		if !slices.Equal(names, want.Names) {
			return fmt.Errorf("names %q, want %q", names, want.Names)
		}
		return nil
	}
	d, err := o.Dataset()
	if err != nil {
		return err
	}
	v, err := d.Read()
	if err != nil {
		return err
	}
	if err := same(v, want); err != nil {
		return err
	}
	return parts(d, v)
}

// parts reads a dataset again in pieces of some sizes.
func parts(d *Dataset, whole *Values) error {
	for _, step := range []int{1, 3, d.ChunkRows()} {
		if d.Len()/step > 2000 {
			continue
		}
		var b []byte
		for from := 0; from < d.Len(); from += step {
			v, err := d.Rows(from, min(step, d.Len()-from))
			if err != nil {
				return err
			}
			b = append(b, v.b...)
		}
		if !bytes.Equal(b, whole.b) {
			return fmt.Errorf("in pieces of %d rows other values", step)
		}
	}
	return nil
}

func same(v *Values, want expected) error {
	if len(v.Shape)+len(want.Shape) > 0 && !slices.Equal(v.Shape, want.Shape) {
		return fmt.Errorf("shape %v, want %v", v.Shape, want.Shape)
	}
	for name, w := range want.Fields {
		field := v.Field(name)
		if field == nil {
			return fmt.Errorf("no field %s", name)
		}
		if err := same(field, w); err != nil {
			return fmt.Errorf("field %s: %w", name, err)
		}
	}
	if want.Fields != nil || v.N == 0 && len(want.Values) == 0 {
		return nil
	}
	if v.Type.Text {
		s, err := v.Strings()
		if err != nil {
			return err
		}
		for i, x := range s {
			if want.Values[i] != x {
				return fmt.Errorf("string %d is %q, want %q", i, x, want.Values[i])
			}
		}
		return nil
	}
	var x []float64
	if v.Type.Class == Enum && !v.Type.Bool() {
		n, err := v.Int64s()
		if err != nil {
			return err
		}
		for _, k := range n {
			x = append(x, float64(k))
		}
	} else {
		var err error
		if x, err = v.Float64s(); err != nil {
			return err
		}
	}
	if want.Sum != "" {
		var b []byte
		for _, y := range x {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(y))
		}
		if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != want.Sum {
			return fmt.Errorf("other numbers: %v…", x[:10])
		}
		return nil
	}
	if len(x) != len(want.Values) {
		return fmt.Errorf("%d numbers, want %d", len(x), len(want.Values))
	}
	for i, y := range x {
		w, ok := want.Values[i].(float64)
		if !ok { // not finite
			_, err := fmt.Sscan(want.Values[i].(string), &w)
			if err != nil {
				return err
			}
		}
		if y != w && !(math.IsNaN(y) && math.IsNaN(w)) {
			return fmt.Errorf("number %d is %v, want %v", i, y, w)
		}
	}
	return nil
}

// TestRefused reads what is refused by name.
func TestRefused(t *testing.T) {
	f := open(t, "refused.h5")
	for path, word := range map[string]string{"scale-offset": "scale-offset", "elsewhere": "another file",
		"virtual": "virtual"} {
		o, err := at(f, path)
		if err == nil {
			var d *Dataset
			if d, err = o.Dataset(); err == nil {
				_, err = d.Read()
			}
		}
		e, ok := err.(*Error)
		if !ok || !e.Unsupported || !strings.Contains(e.Error(), word) || !strings.Contains(e.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	f = open(t, "latest.h5")
	o, err := at(f, "types/reference")
	if err != nil {
		t.Fatal(err)
	}
	d, err := o.Dataset()
	if err != nil {
		t.Fatal(err)
	}
	v, err := d.Read()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Strings(); err == nil || !strings.Contains(err.Error(), "reference") {
		t.Errorf("references: %v", err)
	}
}

// TestDamage changes each byte of the structures of a file in turn: reading it ends, and a checksum tells where it is
// covered by one.
func TestDamage(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "latest.h5"))
	if err != nil {
		t.Fatal(err)
	}
	caught := 0
	for _, signature := range []string{"OHDR", "FRHP", "BTHD", "BTLF", "FAHD", "FADB", "EAHD", "EAIB", "EADB"} {
		at := bytes.Index(data, []byte(signature))
		if at < 0 {
			t.Fatalf("no %s", signature)
		}
		b := slices.Clone(data)
		b[at+len(signature)+3] ^= 0x10
		f, err := Open(bytes.NewReader(b), int64(len(b)))
		if err == nil {
			err = everything(f, 8)
		}
		if err != nil {
			caught++
		} else {
			t.Errorf("damage of %s is not seen", signature)
		}
	}
	for n := 0; n < len(data); n += 997 {
		f, err := Open(bytes.NewReader(data[:n]), int64(n))
		if err == nil {
			err = everything(f, 8)
		}
		if err == nil {
			t.Errorf("cut after %d bytes is not seen", n)
		}
	}
}

// everything reads all of a file and returns the first error.
func everything(f *File, depth int) error {
	root, err := f.Root()
	if err != nil {
		return err
	}
	left := 4000
	return all(root, depth, &left)
}

func all(o *Object, depth int, left *int) (first error) {
	keep := func(err error) {
		if err != nil && first == nil {
			first = err
		}
	}
	if *left--; depth == 0 || *left < 0 {
		return nil
	}
	var names []string
	keep(o.attributes(func(name string, _ func() (*Values, error)) bool {
		names = append(names, name)
		return true
	}))
	for _, name := range names {
		v, err := o.Attribute(name)
		keep(err)
		if v != nil {
			keep(values(v))
		}
	}
	if o.IsDataset() {
		d, err := o.Dataset()
		if err != nil {
			keep(err)
			return first
		}
		v, err := d.Read()
		if err != nil {
			keep(err)
			return first
		}
		keep(values(v))
		return first
	}
	names, err := o.Names()
	keep(err)
	for _, name := range names {
		child, err := o.Child(name)
		if err != nil {
			keep(err)
			continue
		}
		keep(all(child, depth-1, left))
	}
	return first
}

func values(v *Values) error {
	for _, m := range v.Type.Fields {
		if f := v.Field(m.Name); f != nil {
			if err := values(f); err != nil {
				return err
			}
		}
	}
	var err error
	switch {
	case v.Type.Text || v.Type.Class == Enum:
		_, err = v.Strings()
	case v.Type.Class == Integer || v.Type.Class == Float || v.Type.Class == BitField:
		_, err = v.Float64s()
	}
	return err
}

// FuzzFile reads damaged files.
func FuzzFile(f *testing.F) {
	names, err := filepath.Glob("testdata/seed*.h5")
	if err != nil || len(names) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		file.limit = 1 << 20
		file.trust = len(data)%2 == 0 // half of them get beyond the checksums
		_ = everything(file, 6)
	})
}
