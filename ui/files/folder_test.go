package files

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2/test"

	"example.org/espalier/inference/read"
)

// TestFolder: a Zarr store is a folder that opens as a table, by drop and from the list of recent files; other folders do not.
func TestFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "store.zarr")
	for name, text := range map[string]string{
		".zgroup":          `{"zarr_format": 2}`,
		".zattrs":          `{"encoding-type": "anndata"}`,
		"X/.zarray":        `{"zarr_format": 2, "shape": [3, 2], "chunks": [3, 2], "dtype": "|u1", "compressor": null, "filters": null, "fill_value": 0, "order": "C"}`,
		"X/0.0":            "\x01\x02\x03\x04\x05\x06",
		"obs/.zgroup":      `{"zarr_format": 2}`,
		"obs/.zattrs":      `{"_index": "name"}`,
		"obs/name/.zarray": `{"zarr_format": 2, "shape": [3], "chunks": [3], "dtype": "|S1", "compressor": null, "filters": null, "fill_value": "", "order": "C"}`,
		"obs/name/0":       "abc",
		"var/.zgroup":      `{"zarr_format": 2}`,
		"var/.zattrs":      `{"_index": "name"}`,
		"var/name/.zarray": `{"zarr_format": 2, "shape": [2], "chunks": [2], "dtype": "|S2", "compressor": null, "filters": null, "fill_value": "", "order": "C"}`,
		"var/name/0":       "g1g2",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sort, lines, err := Told(context.Background(), folder, nil)
	if err != nil || sort != Table || lines != nil {
		t.Fatal(sort, err)
	}
	c, err := Content(context.Background(), folder)
	if err != nil {
		t.Fatal(err)
	}
	table, err := c.Table(context.Background(), read.Options{})
	if err != nil || table.Name != "store" || !slices.Equal(table.Rows, []string{"a", "b", "c"}) || !slices.Equal(table.Columns, []string{"g1", "g2"}) || table.X.At(2, 1) != 6 {
		t.Fatal(table, err)
	}
	r := NewRecent(test.NewApp().Preferences())
	r.Add(filepath.Dir(folder), read.Options{}, nil)
	r.Add(folder, read.Options{}, nil)
	if got := r.Paths(); !slices.Equal(got, []string{folder}) {
		t.Errorf("recent are %q", got)
	}
	if _, err := Content(context.Background(), filepath.Dir(folder)); err == nil {
		t.Error("another folder opens")
	}
}
