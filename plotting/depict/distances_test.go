package depict_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/dendro"

	"gonum.org/v1/gonum/mat"
)

// Distances between rows say nothing of where the rows are: there are no paths and no density. Their columns are the
// rows and have the tree of the rows.
func TestFiguresOfDistances(t *testing.T) {
	rows := []string{"a", "b", "c", "d", "e"}
	s := fitTable(t,
		&inference.Table{Name: "far", Rows: rows, Columns: rows, Kind: inference.Continuous, X: mat.NewDense(5, 5, []float64{
			0, 9, 1, 8, 7,
			9, 0, 9, 2, 6,
			1, 9, 0, 8, 7,
			8, 2, 8, 0, 6,
			7, 6, 7, 6, 0,
		})}, "agglomerative", 1, nil)
	if !s.Data.Distances.Active() {
		t.Fatal("the distances were not recognised")
	}
	offered := names(s)
	for _, name := range []string{"paths", "density"} {
		if slices.Contains(offered, name) {
			t.Errorf("%s of rows without locations", name)
		}
	}
	p := plate(t, s, "heatmap")
	f := p.Figure.(*dendro.Dendrogram)
	var columns []int32
	for _, j := range f.Heat.Order {
		columns = append(columns, int32(j))
	}
	if order := f.Tree.Order(); !slices.Equal(columns, order) {
		t.Errorf("columns in the order %v, rows in %v", columns, order)
	}
	if f.Heat.Tree == nil || f.Heat.TreeHeight != f.Height ||
		!strings.Contains(p.Metadata.Description, "that of the rows") {
		t.Errorf("the tree of the columns is of height %v, that of the rows of height %v: %q", f.Heat.TreeHeight,
			f.Height, p.Metadata.Description)
	}
}
