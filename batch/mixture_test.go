package batch

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// A mixture's matrices stand beside its result: the responsibilities of a row sum to
// one and are greatest for the row's group, and the loadings are complete.
func TestMixtureMatrices(t *testing.T) {
	dir := t.TempDir()
	p := fit(t, groups().file(t), "--annotations", "year", "--model", "vbmfa", "--iterations", "30", "--set", "k_max=2", "--out", dir)
	read := func(name string) [][]string {
		t.Helper()
		file, err := os.Open(filepath.Join(dir, "matrices", name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		cells, err := csv.NewReader(file).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return cells
	}
	cells := read("responsibilities.csv")
	if len(cells) != p.Data.Rows+1 || len(cells[0]) < 2 {
		t.Fatalf("%d rows of %d cells, for %d rows", len(cells), len(cells[0]), p.Data.Rows)
	}
	components := len(cells[0]) - 1
	for i, row := range cells[1:] {
		sum, most := 0.0, 1
		for s := 1; s <= components; s++ {
			r, err := strconv.ParseFloat(row[s], 64)
			if err != nil {
				t.Fatal(err)
			}
			if before, _ := strconv.ParseFloat(row[most], 64); r > before {
				most = s
			}
			sum += r
		}
		if !(math.Abs(sum-1) <= 1e-9) {
			t.Errorf("the responsibilities of %s sum to %v", row[0], sum)
		}
		if row[0] != p.Clusters.Rows[i] || most != p.Clusters.Labels[i] {
			t.Errorf("%s is most likely in component %d, %s is in group %d", row[0], most, p.Clusters.Rows[i], p.Clusters.Labels[i])
		}
	}
	cells = read("loadings.csv")
	if (len(cells)-1)%p.Data.Columns != 0 || len(cells)-1 < components*p.Data.Columns || cells[len(cells)-1][0] != strconv.Itoa(components) {
		t.Errorf("%d loadings of %d components and %d columns, the last %v", len(cells)-1, components, p.Data.Columns, cells[len(cells)-1])
	}
}
