package heldout

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// TestCellsStayTheSame: the cells that a seed hides are those that it has always hidden.
func TestCellsStayTheSame(t *testing.T) {
	x := mat.NewDense(6, 5, nil)
	x.Set(1, 1, math.NaN())
	x.Set(4, 0, math.NaN())
	hidden, _ := Cells(&inference.Table{X: x}, Part{Share: 0.3, Seed: 7})
	var said []string
	for i := range 6 {
		for j := range 5 {
			if math.IsNaN(hidden.X.At(i, j)) && !math.IsNaN(x.At(i, j)) {
				said = append(said, fmt.Sprint(i, j))
			}
		}
	}
	if got := strings.Join(said, ", "); got != "0 4, 1 2, 1 4, 2 2, 2 3, 5 0, 5 1, 5 3" {
		t.Errorf("hidden are %s", got)
	}
}

// TestCellsAreHiddenInLittleMemory: a table of many cells is hidden from with the memory of two, the copy included.
func TestCellsAreHiddenInLittleMemory(t *testing.T) {
	const n, d = 2000, 500
	table := &inference.Table{X: mat.NewDense(n, d, nil)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	Cells(table, Part{Share: 0.1, Seed: 1})
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 17*n*d {
		t.Errorf("%d bytes are allocated, for a table of %d", used, 8*n*d)
	}
}
