package zarr

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

type expected struct {
	Shape  []uint64 `json:"shape"`
	Values []any    `json:"values"`
}

func archive(t testing.TB, name string) *zip.Reader {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// TestValues compares every array with what zarr and numpy hold; see testdata/make.py.
func TestValues(t *testing.T) {
	text, err := os.ReadFile("testdata/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]map[string]expected
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for store, arrays := range all {
		if len(arrays) < 15 {
			t.Fatalf("%s: only %d arrays", store, len(arrays))
		}
		root, err := Open(archive(t, store))
		if err != nil {
			t.Fatal(err)
		}
		if got := root.Texts("text"); !slices.Equal(got, []string{"plain"}) {
			t.Errorf("%s: text %q", store, got)
		}
		if got := root.Texts("list"); !slices.Equal(got, []string{"a", "b"}) || root.Texts("shape") != nil {
			t.Errorf("%s: list %q", store, got)
		}
		if got := root.Ints("shape"); !slices.Equal(got, []int64{3, 4}) || root.Ints("none") != nil {
			t.Errorf("%s: shape %v", store, got)
		}
		names, err := root.Names()
		if err != nil || len(names) < len(arrays) {
			t.Errorf("%s: names %q, %v", store, names, err)
		}
		for name, want := range arrays {
			if err := compare(root, name, want); err != nil {
				t.Errorf("%s, %s: %v", store, name, err)
			}
		}
	}
}

func compare(root *Node, name string, want expected) error {
	n, err := root.Child(name)
	if err != nil {
		return err
	}
	a, err := n.Array()
	if err != nil {
		return err
	}
	if !slices.Equal(a.Shape, want.Shape) && len(a.Shape)+len(want.Shape) > 0 {
		return fmt.Errorf("shape %v, want %v", a.Shape, want.Shape)
	}
	for _, step := range []int{a.Len(), a.ChunkRows(), 3} {
		at := 0
		for from := 0; from < a.Len(); from += step {
			rows := min(step, a.Len()-from)
			if a.Type.Text() {
				s, err := a.Strings(from, rows)
				if err != nil {
					return err
				}
				for _, x := range s {
					if want.Values[at] != x {
						return fmt.Errorf("text %d is %q, want %q", at, x, want.Values[at])
					}
					at++
				}
				continue
			}
			x, err := a.Float64s(from, rows)
			if err != nil {
				return err
			}
			for _, y := range x {
				w, ok := want.Values[at].(float64)
				if !ok {
					if _, err := fmt.Sscan(want.Values[at].(string), &w); err != nil {
						return err
					}
				}
				if y != w && !(math.IsNaN(y) && math.IsNaN(w)) {
					return fmt.Errorf("number %d is %v, want %v", at, y, w)
				}
				at++
			}
		}
		if at != len(want.Values) {
			return fmt.Errorf("%d values, want %d", at, len(want.Values))
		}
		if a.Len() == 0 {
			break
		}
	}
	return nil
}

// TestRefused: codecs that are not read are named.
func TestRefused(t *testing.T) {
	root, err := Open(archive(t, "second.zip"))
	if err != nil {
		t.Fatal(err)
	}
	for name, word := range map[string]string{"blosclz": "BloscLZ", "lzma": "lzma", "delta": "delta",
		"objects": "objects"} {
		n, err := root.Child("refused " + name)
		var a *Array
		if err == nil {
			a, err = n.Array()
		}
		if err == nil {
			_, err = a.Float64s(0, a.Len())
		}
		e, ok := err.(*Error)
		if !ok || !e.Unsupported || !strings.Contains(e.Error(), word) || !strings.Contains(e.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", ".", "..", "/", "absent", "gzip/..", "../second.zip"} {
		if _, err := root.Child(name); err == nil {
			t.Errorf("there is a child %q", name)
		}
	}
}

// TestDamage: a byte that is changed in a chunk with a checksum is seen.
func TestDamage(t *testing.T) {
	store := fstest.MapFS{}
	z := archive(t, "third.zip")
	for _, f := range z.File {
		data, err := fs.ReadFile(z, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		store[f.Name] = &fstest.MapFile{Data: data}
	}
	chunk := store["sums/c/1/1"].Data
	chunk[len(chunk)/2] ^= 1
	root, err := Open(store)
	if err != nil {
		t.Fatal(err)
	}
	n, err := root.Child("sums")
	if err != nil {
		t.Fatal(err)
	}
	a, err := n.Array()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Float64s(0, a.Len()); err == nil || !strings.Contains(err.Error(), "sums/c/1/1") ||
		!strings.Contains(err.Error(), "checksum") {
		t.Error(err)
	}
}

// FuzzArray reads an array of damaged metadata and chunks.
func FuzzArray(f *testing.F) {
	for _, store := range []string{"second.zip", "third.zip"} {
		z := archive(f, store)
		for _, file := range z.File {
			folder, name := filepath.Split(file.Name)
			if name != arrayFile && (name != thirdFile || folder == "") {
				continue
			}
			meta, err := fs.ReadFile(z, file.Name)
			if err != nil {
				f.Fatal(err)
			}
			for _, key := range []string{"0", "0.0", "c/0", "c/0/0"} {
				if chunk, err := fs.ReadFile(z, folder+key); err == nil {
					f.Add(meta, chunk)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, meta, chunk []byte) {
		m := &fstest.MapFile{Data: meta}
		c := &fstest.MapFile{Data: chunk}
		store := fstest.MapFS{}
		if bytes.Contains(meta, []byte("node_type")) {
			store[thirdFile] = m
		} else {
			store[arrayFile] = m
		}
		for _, key := range []string{"0", "0.0", "0.1", "c/0", "c/1", "c/0/0", "c/0.0"} {
			store[key] = c
		}
		n, err := Open(store)
		if err != nil {
			return
		}
		n.limit = 1 << 20
		if !n.IsArray() {
			return
		}
		a, err := n.Array()
		if err != nil {
			return
		}
		rows := min(a.Len(), 2*min(a.ChunkRows(), 1<<20))
		_, _ = a.Float64s(0, rows)
		_, _ = a.Strings(0, rows)
	})
}
