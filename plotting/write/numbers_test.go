package write

import (
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/plotting"
)

// sheets is a figure with as many sheets as its rows name.
type sheets struct {
	sampler
	names []string
	width int
}

func (f sheets) Sheets() []plotting.Sheet {
	var out []plotting.Sheet
	for _, n := range f.names {
		out = append(out, plotting.Sheet{Name: n, Header: []string{"name", "value, in mm"},
			Rows: iter.Seq[[]string](func(yield func([]string) bool) {
				yield(slices.Repeat([]string{`a "b"`}, f.width))
			})})
	}
	return out
}

func TestSaveNumbers(t *testing.T) {
	dir := t.TempDir()
	one, err := Numbers(filepath.Join(dir, "one.csv"), sheets{names: []string{"tree"}, width: 2})
	if err != nil || len(one) != 1 || filepath.Base(one[0]) != "one.csv" {
		t.Errorf("%v, %v", one, err)
	}
	if b, _ := os.ReadFile(one[0]); string(b) != "name,\"value, in mm\"\r\n\"a \"\"b\"\"\",\"a \"\"b\"\"\"\r\n" {
		t.Errorf("%q", b)
	}
	two, err := Numbers(filepath.Join(dir, "fig.csv"), sheets{names: []string{"tree", "matrix"}, width: 2})
	if err != nil || len(two) != 2 || filepath.Base(two[1]) != "fig-matrix.csv" {
		t.Errorf("%v, %v", two, err)
	}
	for _, c := range []struct {
		path string
		f    plotting.Figure
		want string
	}{
		{"a.txt", sheets{names: []string{"tree"}, width: 2}, ".csv"},
		{"a.csv", sheets{}, "no numbers"},
		{"a.csv", sampler{}, "no numbers"},
		{"a.csv", sheets{names: []string{"tree"}, width: 3}, "3 cells under 2 names"},
	} {
		if _, err := Numbers(filepath.Join(dir, c.path), c.f); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.path, err, c.want)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 3 {
		t.Errorf("files: %v", left)
	}
}
