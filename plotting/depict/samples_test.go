package depict

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// TestSamples: depths are sums of all counts, on either side of the table; what is after has one middle.
func TestSamples(t *testing.T) {
	x := mat.NewDense(3, 5, []float64{
		10, 20, 30, 8, 5,
		20, 40, 60, 16, 10,
		40, 80, 120, 32, 20,
	})
	rows := &inference.Table{Name: "deep", Rows: []string{"a", "b", "c"}, Columns: []string{"v", "w", "x", "y", "z"},
		X: x, Kind: inference.Count}
	columns := &inference.Table{Name: "turned", Rows: rows.Columns, Columns: rows.Rows,
		X: mat.DenseCopyOf(x.T()), Kind: inference.Count}
	for _, c := range []struct {
		t *inference.Table
		p inference.Preprocessing
	}{
		{rows, inference.Preprocessing{Recipe: "counts:size-factors,top-columns:3", Log2p1: true, Centre: true, Scale: true}},
		{columns, inference.Preprocessing{Recipe: "counts:size-factors@columns", Log2p1: true, Centre: true}},
		{columns, inference.Preprocessing{Transpose: true, Recipe: "counts:size-factors", Log2p1: true, ScaleAll: true}},
	} {
		d, err := c.t.Prepare(c.p)
		if err != nil {
			t.Fatal(err)
		}
		s := &Subject{Table: c.t, Data: d}
		if !hasSamples(s) {
			t.Errorf("%v: no samples", c.p)
		}
		f := Samples("", c.t, d)
		if want := strings.Join(append(c.p.Recipe.Words(), "log2(x+1)"), ", "); f.AfterUnit !=
			"log2(x+1)" || f.Subtitle != want {
			t.Errorf("%v: %q, %q", c.p, f.AfterUnit, f.Subtitle)
		}
		for i, want := range []float64{73, 146, 292} {
			if f.Names[i] != rows.Rows[i] || f.Depths[i] != want || f.Before[i].N != 5 {
				t.Errorf("%v: %s of depth %v, %d numbers", c.p, f.Names[i], f.Depths[i], f.Before[i].N)
			}
			if !(math.Abs(f.After[i].Median-f.After[0].Median) <= 1e-12) || f.After[i].High < 5 {
				t.Errorf("%v: after, %s has %+v", c.p, f.Names[i], f.After[i])
			}
		}
		if s.Table = rows.SelectRows([]int{2, 1, 0}); c.t == rows && hasSamples(s) {
			t.Error("samples of another table")
		}
	}
	plain, err := rows.Prepare(inference.Preprocessing{})
	if err != nil {
		t.Fatal(err)
	}
	if f := Samples("", rows, plain); f.After != nil || hasSamples((&Subject{Table: rows, Data: plain})) {
		t.Errorf("without a recipe: %+v", f)
	}
}
