package beside

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
)

// joined is a heat map of 3 rows and 5 columns with the tree ((b,d),(a,c,e)) above it.
func joined(t *testing.T) *Heat {
	t.Helper()
	p, err := tree.New([]string{"a", "b", "c", "d", "e"}, []int{6, 5, 6, 5, 6, 7, 7, -1},
		[]float64{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1), 1, 0.5, 0.2})
	if err != nil {
		t.Fatal(err)
	}
	p.Support = []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), 0.9, 0.8, 1}
	x := mat.NewDense(3, 5, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, math.NaN(), 14, math.NaN()})
	d := plottingtest.DatasetOf(x)
	d.Columns = p.Names
	return NewHeat(d, HeatOptions{}).WithTree(Prepare(p), 0)
}

func TestTreeOfColumns(t *testing.T) {
	h := joined(t)
	if !slices.Equal(h.Order, []int{1, 3, 0, 2, 4}) {
		t.Errorf("columns stand as %v", h.Order)
	}
	if v := h.ColumnClade([]int{0, 2, 4}); v != 6 {
		t.Errorf("a, c, e are node %d", v)
	}
	for _, none := range [][]int{nil, {0, 1}, {0, 2}} {
		if v := h.ColumnClade(none); v >= 0 {
			t.Errorf("columns %v are node %d", none, v)
		}
	}
}

func TestCollapsedColumns(t *testing.T) {
	h := joined(t)
	if h.Collapsed([][]int{{0, 1}, {3}}) != h {
		t.Error("sets that are no clades change the heat map")
	}
	c := h.Collapsed([][]int{{4, 0, 2}})
	if _, n := c.Dims(); n != 3 {
		t.Fatalf("%d columns are left", n)
	}
	j := c.Order[2]
	if c.ColumnName(j) != "3 columns" || !slices.Equal(c.DataColumns(j), []int{0, 2, 4}) {
		t.Errorf("the clade is %s, of %v", c.ColumnName(j), c.DataColumns(j))
	}
	for i, want := range []float64{3, 8, 11} { // of 1, 3, 5; of 6, 8, 10; of 11 alone
		if got := c.X.At(i, j); got != want {
			t.Errorf("row %d has the mean %v, not %v", i, got, want)
		}
	}
	if v := c.ColumnClade([]int{0, 2, 4}); v != j {
		t.Errorf("the clade is node %d now, not leaf %d", v, j)
	}
	if got := c.Tree.Tree().Support; !slices.Contains(got, 0.9) || slices.Contains(got, 0.8) {
		t.Errorf("supports %v", got)
	}
	all := h.Collapsed([][]int{{0, 1, 2, 3, 4}, {1, 3}})
	if _, n := all.Dims(); n != 1 || len(all.CladeColumns(0)) != 5 {
		t.Errorf("the whole is %d columns", n)
	}
	if c.Collapsed(nil) != c {
		t.Error("nothing collapsed is another heat map")
	}
}
