package heldout

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// full returns a table of n rows and d columns without gaps.
func full(n, d int) *inference.Table {
	t := &inference.Table{Name: "full", X: mat.NewDense(n, d, nil), Rows: make([]string, n), Columns: make([]string, d)}
	for j := range d {
		t.Columns[j] = fmt.Sprint("c", j)
	}
	for i := range n {
		t.Rows[i] = fmt.Sprint("r", i)
		for j := range d {
			t.X.(*mat.Dense).Set(i, j, float64(i*d+j))
		}
	}
	return t
}

// So many cells are hidden as the share says, where every row and column keeps enough.
func TestCellsHidesTheShare(t *testing.T) {
	if got, _ := Cells(full(20, 30), Part{Share: 0.2, Seed: 1}); got.Missing() != 120 {
		t.Errorf("%d of 600 cells are hidden, want 120", got.Missing())
	}
	for seed := range uint64(20) {
		u, _ := Cells(full(6, 6), Part{Share: 1, Seed: seed})
		for i := range 6 {
			row, column := 0, 0
			for j := range 6 {
				if !math.IsNaN(u.X.At(i, j)) {
					row++
				}
				if !math.IsNaN(u.X.At(j, i)) {
					column++
				}
			}
			if row < Fewest || column < Fewest {
				t.Fatalf("seed %d: row %d keeps %d cells and column %d %d", seed, i, row, i, column)
			}
		}
	}
}

// Hidden cells are found in all rows that have a place, the first one too.
func TestMissingListsEveryRow(t *testing.T) {
	whole := full(3, 2)
	seen := full(3, 2)
	seen.X.(*mat.Dense).Set(0, 1, math.NaN())
	seen.X.(*mat.Dense).Set(2, 0, math.NaN())
	data, err := seen.Prepare(inference.Preprocessing{})
	if err != nil {
		t.Fatal(err)
	}
	cells, values, err := Missing(data, whole, []int{0, 1, 2})
	if err != nil || !slices.Equal(cells, []inference.Cell{{Row: 0, Column: 1}, {Row: 2, Column: 0}}) ||
		!slices.Equal(values, []float64{1, 4}) {
		t.Errorf("%v with %v, %v", cells, values, err)
	}
	if cells, _, _ = Missing(data, whole, []int{-1, 1, 2}); len(cells) != 1 {
		t.Errorf("without a place for the first row: %v", cells)
	}
}
