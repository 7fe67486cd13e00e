package sampledata

import (
	"bytes"
	"compress/gzip"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/sampledata/simulated"
)

// The stored tables are what is drawn, to the last digit. ESPALIER_UPDATE=1 writes them.
func TestSimulatedAreAsDescribed(t *testing.T) {
	files := map[string]string{}
	for _, name := range simulated.Names() {
		d, ok := simulated.Stored(name)
		if !ok {
			t.Fatalf("%s is not drawn", name)
		}
		files[name+".csv"] = d.Whole()
		for _, f := range d.Truth {
			if f.Name == "edges.csv" {
				files["truth/"+name+".csv"] = f.Text()
			}
		}
	}
	if len(files) != 9 {
		t.Errorf("%d files", len(files))
	}
	for name, want := range files {
		if _, err := os.Stat(name); err != nil {
			name += ".gz"
		}
		if os.Getenv("ESPALIER_UPDATE") != "" {
			if err := os.WriteFile(name, packed(t, name, want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := content(name); err != nil || string(got) != want {
			t.Errorf("%s is not what is drawn", name)
		}
	}
}

// packed is a text as the file of a name holds it.
func packed(t *testing.T, name, text string) []byte {
	if !strings.HasSuffix(name, ".gz") {
		return []byte(text)
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Only this sample has a known network.
func TestTruth(t *testing.T) {
	b, err := Truth("signalling")
	if err != nil {
		t.Fatal(err)
	}
	if lines := slices.Collect(strings.SplitSeq(strings.TrimSpace(string(b)), "\n")); len(lines) != 1+17 {
		t.Errorf("%d lines", len(lines))
	}
	if _, err := Truth("iris"); err == nil || !strings.Contains(err.Error(), "signalling") {
		t.Errorf("%v", err)
	}
}

// The samples that were drawn from factors have their loadings, which are of the items of the table; no other table has
// any.
func TestLoadings(t *testing.T) {
	for name, factors := range map[string][2]int{"shapes": {5, 0}, "sparse_factors": {16, 16}, "iris": {}, "six_dimensions": {}} {
		table, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for side, items := range [][]string{table.Columns, table.Rows} {
			n := 0
			for _, l := range Loadings(table) {
				if names, x := l.Of(items); x != nil {
					n += len(names)
				}
			}
			if n != factors[side] {
				t.Errorf("%s: %d factors on side %d, want %d", name, n, side, factors[side])
			}
		}
		table.SHA256 = ""
		if Loadings(table) != nil {
			t.Errorf("%s: loadings of a table that is no sample", name)
		}
	}
}
