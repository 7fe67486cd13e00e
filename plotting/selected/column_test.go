package selected

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	drawn "example.org/espalier/plotting/depict/trees"

	"gonum.org/v1/gonum/mat"
)

// A column of levels is described by their shares, one with limits by the numbers that are known, and each by how much
// of it follows the tree.
func TestColumnsOfKindsAreDescribed(t *testing.T) {
	nan := math.NaN()
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}
	d := &inference.Dataset{Name: "kinds", Rows: names, Columns: []string{"habitat", "lead", "size"},
		Centre: make([]float64, 3),
		Scale:  []float64{1, 1, 1}, X: mat.NewDense(12, 3, slices.Repeat(
			[]float64{0, nan, 1, 0, 2, 1.1, 1, 4, 5, 0, nan, 5.2, nan, nan, 9, 1, 3, 9.1}, 2)),
		Kinds:  []column.Kind{{Sort: column.Category, Levels: []string{"marsh", "dune"}}, {Sort: column.Censored}, {}},
		Limits: inference.Limits{{Row: 0, Column: 1}: {Low: math.Inf(-1), High: 1}}}
	parent := []int{12, 12, 13, 13, 14, 14, 12, 12, 13, 13, 14, 14, 15, 15, 15, -1}
	inf := math.Inf(1)
	of, err := tree.New(names, parent, append(slices.Repeat([]float64{inf}, 12), 2, 2, 2, .1))
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range []string{"marsh 60 % (6); dune 40 % (4); missing 2 cells",
		"mean 3; standard deviation 0.816; between limits 1 cell; " +
			"missing 5 cells", "mean 5.07; standard deviation 3.27; follows the tree 100 %"} {
		m := Summarise(of, d, drawn.State{Selection: study.Selection{Columns: study.Set{j}}}, 0)
		var lines []string
		for _, l := range m.Lines {
			lines = append(lines, l[0]+" "+l[1])
		}
		if got := strings.Join(lines, "; "); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s; want %s", d.Columns[j], got, want)
		} else if j == 2 && !strings.Contains(got, "; place by this share 1 of 2") {
			t.Errorf("%s: %s", d.Columns[j], got)
		}
	}
}
