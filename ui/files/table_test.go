package files

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"

	"gonum.org/v1/gonum/mat"
)

// A table that was saved is read again with the same names, cells and annotations.
func TestSavedTables(t *testing.T) {
	table := &inference.Table{Name: "leaves", Rows: []string{"oak, old", "ash", `"elm"`, "fir"}, Columns: []string{"length", "width", "=mass"},
		X:                 mat.NewDense(4, 3, []float64{1.0 / 3, 2, 3e-200, math.NaN(), 5, 6, 7, 8.25, -9, 10, 11, 12.5}),
		Annotations:       []inference.Annotation{{Name: "kind", Values: []string{"broad", "broad", "", "needle"}}},
		ColumnAnnotations: []inference.Annotation{{Name: "unit", Values: []string{"mm", "mm", "g"}}},
	}
	for _, c := range []struct {
		file, column string
		annotated    bool
	}{{"leaves.gct", "=mass", true}, {"leaves.CSV", "'=mass", false}} { // a spreadsheet would run =mass
		path := filepath.Join(t.TempDir(), c.file)
		if err := SaveTable(path, table); err != nil {
			t.Fatal(err)
		}
		got, err := read.File(t.Context(), path, read.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Rows, table.Rows) || !slices.Equal(got.Columns, []string{"length", "width", c.column}) {
			t.Errorf("%s: %q × %q", c.file, got.Rows, got.Columns)
		}
		for i := range table.Rows {
			for j := range table.Columns {
				if a, b := got.X.At(i, j), table.X.At(i, j); math.Float64bits(a) != math.Float64bits(b) && !(math.IsNaN(a) && math.IsNaN(b)) {
					t.Errorf("%s: cell %d, %d is %g, not %g", c.file, i, j, a, b)
				}
			}
		}
		if len(got.Annotations) != 1 || got.Annotations[0].Name != "kind" || !slices.Equal(got.Annotations[0].Values, table.Annotations[0].Values) {
			t.Errorf("%s: annotations %v", c.file, got.Annotations)
		}
		if annotated := len(got.ColumnAnnotations) == 1 && slices.Equal(got.ColumnAnnotations[0].Values, table.ColumnAnnotations[0].Values); annotated != c.annotated {
			t.Errorf("%s: annotations of columns %v", c.file, got.ColumnAnnotations)
		}
	}
}
