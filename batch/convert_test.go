package batch

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/read"
)

// What convert writes is read again: the table with its annotations, and the same cells in the order of the tree.
func TestConvert(t *testing.T) {
	data, folder := groups().file(t), t.TempDir()
	gct, cdt, fit := filepath.Join(folder, "t.gct"), filepath.Join(folder, "t.cdt"), filepath.Join(folder, "fit")
	must(t, "convert", data, gct, "--annotations", "year")
	want, err := read.File(t.Context(), data, read.Options{Annotations: []string{"year"}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := read.File(t.Context(), gct, read.Options{})
	if err != nil || !slices.Equal(got.Rows, want.Rows) || len(got.Annotations) != 2 || got.X.At(5, 1) != want.X.At(5, 1) {
		t.Errorf("%+v, %v", got, err)
	}
	must(t, "fit", data, "-m", "agglomerative", "--annotations", "year", "--out", fit, "--quiet")
	must(t, "convert", fit, cdt, "--quiet")
	if got, err = read.File(t.Context(), cdt, read.Options{}); err != nil || len(got.Rows) != 24 || len(got.Columns) != 3 || slices.Equal(got.Rows, want.Rows) {
		t.Fatalf("%+v, %v", got, err)
	}
	if text, err := read.Text(t.Context(), filepath.Join(folder, "t.gtr")); err != nil || strings.Count(string(text), "\n") != 23 {
		t.Errorf("%s, %v", text, err)
	}
	for _, c := range [][3]string{{data, "t.xls", "ends in .gct or .cdt"}, {"sample:none", gct, "none"}} {
		if status, _, told := command(t, "convert", c[0], filepath.Join(folder, filepath.Base(c[1]))); status == 0 || !strings.Contains(told, c[2]) {
			t.Errorf("status %d, %s", status, told)
		}
	}
}

// The tree that stands beside a CDT is read where a tree is: it is the one that was written.
func TestCompareWithTheTreeOfCDT(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:iris", "-m", "agglomerative", "-q", "--out", dir)
	cdt := filepath.Join(dir, "t.cdt")
	must(t, "convert", dir, cdt, "-q")
	for _, path := range []string{cdt, filepath.Join(dir, "t.gtr")} {
		var got struct {
			Distance *int `json:"robinson_foulds"`
			Left     struct{ Leaves int }
		}
		text := must(t, "compare", path, filepath.Join(dir, "tree.nwk"), "--json", "-q")
		if err := json.Unmarshal([]byte(text), &got); err != nil || got.Distance == nil || *got.Distance != 0 || got.Left.Leaves != 150 {
			t.Errorf("%s: %v, %s", path, err, text)
		}
	}
	if table, err := read.File(t.Context(), cdt, read.Options{}); err != nil || len(table.Annotations) != 0 {
		t.Errorf("%+v, %v", table, err)
	}
}
