package stored

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference"
)

// expected is what anndata and numpy read; see testdata/make.py.
type expected struct {
	Rows        []string            `json:"rows"`
	Annotations map[string][]string `json:"annotations"`
	Sheets      map[string]struct {
		Cells   [][]*float64        `json:"cells"`
		Columns []string            `json:"columns"`
		Across  map[string][]string `json:"across"`
	} `json:"sheets"`
}

var options = Options{Cells: 1 << 20, Rows: 1 << 20, Narrow: 1 << 20}

func readFile(t testing.TB, name, sheet string) *Table {
	t.Helper()
	f, err := OpenFile(filepath.Join("testdata", name), 1<<24)
	if err != nil || f == nil {
		t.Fatalf("%s: %v", name, err)
	}
	defer f.Close()
	o := options
	o.Sheet = sheet
	table, err := Read(context.Background(), f.Root, o)
	if err != nil {
		t.Fatalf("%s, %q: %v", name, sheet, err)
	}
	return table
}

// TestValues compares each matrix of each file with what anndata and numpy read.
func TestValues(t *testing.T) {
	expectations, err := filepath.Glob("testdata/*.json")
	if err != nil || len(expectations) < 12 {
		t.Fatal("too few files", len(expectations), err)
	}
	for _, path := range expectations {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var want expected
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(strings.TrimSuffix(path, "json") + "[^j]*")
		if err != nil || len(files) != 1 {
			t.Fatalf("%s belongs to %q", path, files)
		}
		name := filepath.Base(files[0])
		for sheet, s := range want.Sheets {
			got := readFile(t, name, sheet)
			if !slices.Equal(got.Rows, want.Rows) || !slices.Equal(got.Columns, s.Columns) {
				t.Errorf("%s, %q: names %q and %q", name, sheet, got.Rows, got.Columns)
			}
			compare(t, name+" rows", got.Annotations, want.Annotations)
			compare(t, name+" columns of "+sheet, got.ColumnAnnotations, s.Across)
			n, d := got.X.Dims()
			if n != len(s.Cells) || d != len(s.Cells[0]) {
				t.Fatalf("%s, %q: %d × %d", name, sheet, n, d)
			}
			for i, row := range s.Cells {
				for j, x := range row {
					w := math.NaN()
					if x != nil {
						w = *x
					}
					if y := got.X.At(i, j); y != w && !(math.IsNaN(y) && math.IsNaN(w)) {
						t.Fatalf("%s, %q: cell %d, %d is %v, want %v", name, sheet, i, j, y, w)
					}
				}
			}
		}
		if len(want.Sheets) > 1 {
			if got := readFile(t, name, ""); len(got.Sheets) != len(want.Sheets) {
				t.Errorf("%s: matrices %q", name, got.Sheets)
			}
		}
	}
}

func compare(t *testing.T, what string, got []inference.Annotation, want map[string][]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d annotations, want %d", what, len(got), len(want))
	}
	for _, a := range got {
		if !slices.Equal(a.Values, want[a.Name]) {
			t.Errorf("%s, %q: %q, want %q", what, a.Name, a.Values, want[a.Name])
		}
		for i, v := range a.Values {
			if v == "" != (a.Codes[i] < 0) || v != "" && a.Levels[a.Codes[i]] != v {
				t.Errorf("%s, %q: code %d of %q", what, a.Name, a.Codes[i], v)
			}
		}
	}
}

// TestLevels: levels stand in the order of the categories, and what is not read is named.
func TestLevels(t *testing.T) {
	for _, name := range []string{"csr.h5ad", "older.h5ad", "oldest.h5ad"} {
		got := readFile(t, name, "")
		if levels := got.Annotations[0].Levels; !slices.Equal(levels, []string{"NK", "B", "T"}) {
			t.Errorf("%s: levels %q", name, levels)
		}
	}
	notes := strings.Join(readFile(t, "csr.h5ad", "").Notes, "\n")
	for _, part := range []string{"layers/counts", "raw", "obsm/X_pca", "obsp (distances)", "uns (colours)"} {
		if !strings.Contains(notes, part) {
			t.Errorf("the notes do not tell of %s:\n%s", part, notes)
		}
	}
}

// TestTooLarge: of a matrix beyond the limit the columns that vary most are kept.
func TestTooLarge(t *testing.T) {
	for _, name := range []string{"csr.h5ad", "csc.h5ad", "dense.h5ad"} {
		whole := readFile(t, name, "")
		f, err := OpenFile(filepath.Join("testdata", name), 1<<24)
		if err != nil {
			t.Fatal(err)
		}
		o := options
		n, d := whole.X.Dims()
		o.Cells = 2*n + 1
		got, err := Read(context.Background(), f.Root, o)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		spread := make([]float64, d)
		for j := range spread {
			mean, square := 0.0, 0.0
			for i := range n {
				mean += math.Log(1+whole.X.At(i, j)) / float64(n)
			}
			for i := range n {
				square += math.Pow(math.Log(1+whole.X.At(i, j))-mean, 2)
			}
			spread[j] = square
		}
		if len(got.Columns) != 2 || !strings.Contains(strings.Join(got.Notes, " "), "4 left out") {
			t.Fatalf("%s: kept %q, noted %q", name, got.Columns, got.Notes)
		}
		least := math.Inf(1)
		for k, c := range got.Columns {
			j := slices.Index(whole.Columns, c)
			least = min(least, spread[j])
			if got.X.At(3, k) != whole.X.At(3, j) || got.ColumnAnnotations[0].Values[k] != whole.ColumnAnnotations[0].Values[j] {
				t.Errorf("%s: column %q has other cells", name, c)
			}
			spread[j] = 0
		}
		if m := slices.Max(spread); m > least {
			t.Errorf("%s: a column of spread %g was left out, one of %g kept", name, m, least)
		}
	}
}

// FuzzRead reads damaged files.
func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"old*.h5ad", "dense.h5ad", "tenx*.h5", "artifact.qza", "*.loom", "csr_v3.zarr.zip"} {
		names, err := filepath.Glob(filepath.Join("testdata", pattern))
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
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Open(bytes.NewReader(data), int64(len(data)), 1<<20)
		if err != nil || file == nil {
			return
		}
		if _, err := file.Sum(); err != nil {
			t.Fatal(err)
		}
		table, err := Read(context.Background(), file.Root, options)
		if err != nil {
			return
		}
		n, d := table.X.Dims()
		if len(table.Rows) != n || len(table.Columns) != d {
			t.Fatalf("%d × %d cells, %d and %d names", n, d, len(table.Rows), len(table.Columns))
		}
		for _, a := range table.ColumnAnnotations {
			if len(a.Values) != d || len(a.Codes) != d {
				t.Fatalf("%q has %d values", a.Name, len(a.Values))
			}
		}
	})
}

// TestFolder: a Zarr store opens as a folder, whose sum depends on each file, and links lead nowhere outside.
func TestFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "store.zarr")
	z, err := zip.OpenReader("testdata/csr_v3.zarr.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if err := os.CopyFS(folder, z); err != nil {
		t.Fatal(err)
	}
	read := func() (*Table, string) {
		t.Helper()
		f, err := OpenFile(folder, 1<<20)
		if err != nil || f == nil {
			t.Fatal(err)
		}
		defer f.Close()
		sum, err := f.Sum()
		if err != nil {
			t.Fatal(err)
		}
		table, err := Read(context.Background(), f.Root, options)
		if err != nil {
			return nil, sum
		}
		return table, sum
	}
	got, first := read()
	want := readFile(t, "csr_v3.zarr.zip", "")
	if !mat.Equal(got.X, want.X) || !slices.Equal(got.Rows, want.Rows) {
		t.Error("the folder has another table than the archive")
	}
	if !IsFolder(folder) || IsFolder(filepath.Join(folder, "zarr.json")) || IsFolder(t.TempDir()) {
		t.Error("folders are not told apart")
	}
	index := filepath.Join(folder, "obs", "_index", "c", "0")
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.Rename(index, outside); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, index); err != nil {
		t.Skip(err)
	}
	table, second := read()
	if table != nil && slices.Equal(table.Rows, want.Rows) || first == second {
		t.Error("a link leads out of the folder")
	}
}
