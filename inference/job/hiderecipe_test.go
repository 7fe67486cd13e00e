package job

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// TestCellsAreHiddenAfterTheRecipe: what is scored, and what stays, are what the recipe makes of the whole rows.
func TestCellsAreHiddenAfterTheRecipe(t *testing.T) {
	const n, d = 24, 5
	table := &inference.Table{Name: "parts", Source: "parts", X: mat.NewDense(n, d, nil), Kind: inference.Continuous}
	for i := range n {
		table.Rows = append(table.Rows, "r"+strconv.Itoa(i))
		for j := range d {
			table.X.(*mat.Dense).Set(i, j, 1+float64((i*i*7+j*j*11+i*j*5)%17)+0.25*float64(j))
		}
	}
	for j := range d {
		table.Columns = append(table.Columns, "c"+strconv.Itoa(j))
	}
	turned := *table
	turned.Rows, turned.Columns, turned.X = table.Columns, table.Rows, mat.DenseCopyOf(table.X.(*mat.Dense).T())
	seed := uint64(3)
	for _, c := range []struct {
		table *inference.Table
		p     inference.Preprocessing
		held  Held
	}{
		{table, inference.Preprocessing{Recipe: "clr"}, Held{Unit: UnitCells, Share: 0.2, Seed: &seed}},
		{table, inference.Preprocessing{Recipe: "floor:2,clr", Leave: inference.LeaveOut{Rows: "r3", Columns: "c1"}},
			Held{Cells: [][2]int{{3, 1}, {9, 4}, {4, 1}}}},
		{&turned, inference.Preprocessing{Transpose: true, Recipe: "counts:size-factors,top-columns:4", Log2p1: true},
			Held{Cells: [][2]int{{3, 7}, {5, 9}}}},
	} {
		m, err := Build(Spec{Version: SpecVersion, Table: Source{Source: "parts"}, Model: "pca", Seed: 1, Preprocessing: &c.p,
			Held: &c.held}, c.table, nil)
		if err != nil {
			t.Fatalf("%v: %v", c.p, err)
		}
		whole, err := c.table.Prepare(c.p)
		if err != nil {
			t.Fatal(err)
		}
		hidden := map[inference.Cell]float64{}
		for k, cell := range m.Held.Cells {
			hidden[cell] = m.Held.Values[k]
		}
		if len(hidden) == 0 || m.Data.Preprocessing != c.p {
			t.Errorf("%v: %d cells hidden, prepared by %v", c.p, len(hidden), m.Data.Preprocessing)
		}
		rows, columns := whole.Dims()
		for i := range rows {
			for j := range columns {
				got, is := hidden[inference.Cell{Row: i, Column: j}]
				if is != math.IsNaN(m.Data.X.At(i, j)) {
					t.Errorf("%v: cell %d, %d is hidden and seen", c.p, i, j)
				}
				if !is {
					got = m.Data.X.At(i, j)
				}
				if want := whole.X.At(i, j); !(math.Abs(got-want) <= 1e-12) {
					t.Errorf("%v: cell %d, %d is %v, want %v", c.p, i, j, got, want)
				}
			}
			if m.Data.RowIndex[i] != whole.RowIndex[i] {
				t.Errorf("%v: row %d is at %d, want %d", c.p, i, m.Data.RowIndex[i], whole.RowIndex[i])
			}
		}
	}
	_, err := Build(Spec{Version: SpecVersion, Table: Source{Source: "parts"}, Model: "pca", Seed: 1,
		Preprocessing: &inference.Preprocessing{Recipe: "clr"},
		Held:          &Held{Unit: UnitCells, Test: &Source{Source: "parts"}}}, table, table)
	if err == nil || !strings.Contains(err.Error(), "looks at whole rows") {
		t.Errorf("cells of a test table: %v", err)
	}
}
