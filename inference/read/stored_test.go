package read

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const storedFiles = "stored/testdata/"

// TestStored: a file of arrays opens from the disk and from memory, packed too, with what the options ask for.
func TestStored(t *testing.T) {
	name := storedFiles + "csr.h5ad"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(data); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	file, err := Open(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]*Content{"file": file, "bytes": ContentOf("csr.h5ad", "", data),
		"gzip": ContentOf("csr.h5ad.gz", "", packed.Bytes())} {
		p, err := c.Look(context.Background(), Options{})
		if err != nil {
			t.Fatal(what, err)
		}
		if p.Name != "csr" || !p.Fixed || p.Rows != 14 || p.Numbers != 6 || len(p.Sheets) != 5 || p.Options.Sheet != "X" ||
			p.Options.RowNames != Yes || p.Packing == "gzip" != (what == "gzip") {
			t.Errorf("%s: %+v", what, p)
		}
		if want := []string{"_index", "type", "stage", "depth", "small", "n", "good", "donor", "level", "truth",
			"gene0"}; !slices.EqualFunc(p.Columns[:11], want, func(c Column, s string) bool { return c.Name == s }) {
			t.Errorf("%s: columns %v", what, p.Columns)
		}
		if len(p.Cells) != 14 || p.Cells[2][0] != "cell 2" || len(p.Cells[0]) != len(p.Columns) {
			t.Errorf("%s: cells %q", what, p.Cells)
		}
		if !slices.Contains(p.Guesses, "The file is AnnData.") || slices.Contains(p.Guesses, "The decimal sign is a point.") {
			t.Errorf("%s: guesses %q", what, p.Guesses)
		}
		table, err := c.Table(context.Background(),
			Options{Sheet: "raw", Annotations: []string{"gene8"}, Numeric: []string{"depth"}})
		if err != nil {
			t.Fatal(what, err)
		}
		if _, d := table.Dims(); d != 9 || table.Columns[8] != "depth" ||
			table.Annotations[len(table.Annotations)-1].Name != "gene8" {
			t.Errorf("%s: columns %q", what, table.Columns)
		}
		if sum := sha256.Sum256(data); what != "gzip" && table.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: the sum is %s", what, table.SHA256)
		}
	}
}

// TestStoredRefused: what is wrong with a file of arrays names the file and what to do.
func TestStoredRefused(t *testing.T) {
	data, err := os.ReadFile(storedFiles + "dense.h5ad")
	if err != nil {
		t.Fatal(err)
	}
	for word, c := range map[string]struct {
		data []byte
		o    Options
	}{
		"cut short":           {data[:len(data)/2], Options{}},
		"holds no table":      {tableless(t), Options{}},
		`no matrix "Y"`:       {data, Options{Sheet: "Y"}},
		"no workbook":         {data, Options{Range: "B2:C4"}},
		`no column "nothing"`: {data, Options{Annotations: []string{"nothing"}}},
		`no annotation "n 2"`: {data, Options{Numeric: []string{"n 2"}}},
	} {
		_, err := Bytes("t.h5ad", "", c.data, c.o)
		e, ok := err.(*Error)
		if !ok || e.File != "t.h5ad" || !strings.Contains(e.What, word) || e.Remedy == "" {
			t.Errorf("%s: %v", word, err)
		}
	}
	if _, err := Lines(context.Background(), "t.h5ad", data, Options{}); err == nil ||
		!strings.Contains(err.Error(), "HDF5") {
		t.Errorf("as lines: %v", err)
	}
}

// tableless is an HDF5 file without a table.
func tableless(t *testing.T) []byte {
	data, err := os.ReadFile(filepath.Join("..", "hdf5", "testdata", "block.h5"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestStoredExtensions: the names of files of arrays lose their endings.
func TestStoredExtensions(t *testing.T) {
	for file, want := range map[string]string{"a.h5ad": "a", "b.h5ad.gz": "b", "c.qza": "c", "d.loom": "d"} {
		if got := tableName(file); got != want {
			t.Errorf("%s: %s", file, got)
		}
	}
}
