package beside

import (
	"math"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Columns of several kinds have one scale, of their own deviations, and cells are called as in the file.
func TestHeatOfKinds(t *testing.T) {
	table := &inference.Table{Name: "kinds", Rows: []string{"a", "b", "c", "d"},
		Columns: []string{"size", "seen"}, X: mat.NewDense(4, 2, []float64{1, 0, 2, 9, 4, 999, 3, 99}),
		Annotations: []inference.Annotation{inference.NewAnnotation("shade", []string{"low", "high", "mid", "low"}),
			inference.NewAnnotation("lead", []string{"<0.5", "1", "2", ">3"})}}
	d, err :=
		table.Prepare(inference.Preprocessing{Centre: true, Scale: true, Kinds: "seen=count\nshade=ordered\nlead=censored"})
	if err != nil {
		t.Fatal(err)
	}
	h := NewHeat(d, HeatOptions{})
	for j := range 3 {
		sum, squares := 0.0, 0.0
		for i := range 4 {
			sum += h.X.At(i, j)
			squares += h.X.At(i, j) * h.X.At(i, j)
		}
		if !(math.Abs(sum) <= 1e-12) || !(math.Abs(squares-3) <= 1e-12) {
			t.Errorf("%s has sum %v and squares %v", d.Columns[j], sum, squares)
		}
	}
	if a, b := h.X.At(1, 1)-h.X.At(0, 1), h.X.At(2, 1)-h.X.At(3, 1); !(math.Abs(a-b) <= 1e-12) || h.Unit != "s.d." {
		t.Errorf("powers of ten of a count are %v and %v apart, in %s", a, b, h.Unit)
	}
	for at, want := range map[[2]int]string{{1, 2}: "high", {3, 1}: "99", {0, 3}: "<0.5", {3, 3}: ">3", {1, 3}: "1"} {
		if got := h.ValueText(at[0], at[1]); got != want {
			t.Errorf("cell %v is %q, want %q", at, got, want)
		}
	}
}
