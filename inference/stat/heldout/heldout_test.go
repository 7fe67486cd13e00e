package heldout

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/model/agglomerative"
	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/model/pca"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/sampledata"
)

func iris(t *testing.T) *inference.Table {
	t.Helper()
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Hiding is by the seed and the table, and leaves each row and column two values.
func TestCellsKeepsRowsAndColumns(t *testing.T) {
	table := iris(t)
	hidden, _ := Cells(table, Part{Share: 0.9, Seed: 1})
	if table.Missing() != 0 {
		t.Error("the table itself lost cells")
	}
	n, d := hidden.Dims()
	for i := range n {
		left := 0
		for j := range d {
			if !math.IsNaN(hidden.X.At(i, j)) {
				left++
			}
		}
		if left < 2 {
			t.Fatalf("row %d keeps %d values", i, left)
		}
	}
	if again, _ := Cells(table, Part{Share: 0.9, Seed: 1}); again.Missing() != hidden.Missing() || again.Missing() == 0 {
		t.Errorf("%d and %d cells are hidden", again.Missing(), hidden.Missing())
	}
}

// What counts are per is not hidden: without it their cells say nothing.
func TestCellsKeepsExposures(t *testing.T) {
	table := iris(t)
	table.Kinds = make([]column.Kind, len(table.Columns))
	table.Kinds[1] = column.Kind{Sort: column.Count, Exposure: table.Columns[2]}
	hidden, _ := Cells(table, Part{Share: 0.9, Seed: 1})
	n, _ := hidden.Dims()
	missing := 0
	for i := range n {
		if math.IsNaN(hidden.X.At(i, 2)) {
			t.Fatalf("the exposure of row %d is hidden", i)
		}
		if math.IsNaN(hidden.X.At(i, 1)) {
			missing++
		}
	}
	if missing == 0 {
		t.Error("no count is hidden")
	}
}

func TestRows(t *testing.T) {
	learn, hidden, err := Rows(10, Part{Share: 0.25, Seed: 4})
	if err != nil || len(hidden) != 3 || len(learn) != 7 || !slices.IsSorted(hidden) || !slices.IsSorted(learn) {
		t.Errorf("%v, %v, %v", learn, hidden, err)
	}
	all := slices.Concat(learn, hidden)
	if slices.Sort(all); !slices.Equal(all, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("together they are %v", all)
	}
	if _, _, err := Rows(3, Part{Share: 0.9, Seed: 4}); err == nil {
		t.Error("a table of three rows spares three")
	}
}

// Models that predict different things are distinguished.
func TestPredicts(t *testing.T) {
	whole, err := iris(t).Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	for m, want := range map[inference.Model][2]bool{pca.Model{}: {false, true}, gaussian.Model{}: {true, false},
		pydt.DDT{}: {true, true}, agglomerative.Model{}: {}} {
		if rows, cells := Predicts(m, whole, m.Info().Defaults()); [2]bool{rows, cells} != want {
			t.Errorf("%s predicts rows %v, cells %v", m.Info().Name, rows, cells)
		}
	}
}

// Two rows are enough to learn from.
func TestTwoRowsAreLeft(t *testing.T) {
	learn, hidden, err := Rows(4, Part{Share: 0.5, Seed: 1})
	if err != nil || len(learn) != 2 || len(hidden) != 2 {
		t.Errorf("%v, %v, %v", learn, hidden, err)
	}
}
