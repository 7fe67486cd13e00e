package heldout

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// Each row is in one part, and parts are as equal as can be.
func TestFoldsOfRows(t *testing.T) {
	var all []int
	for fold := range 4 {
		learn, hidden, err := Rows(11, Part{Share: 1. / 4, Fold: fold + 1, Seed: 5})
		if err != nil || len(hidden) < 2 || len(hidden) > 3 || len(learn) != 11-len(hidden) {
			t.Fatalf("part %d: %v and %v, %v", fold+1, learn, hidden, err)
		}
		for _, i := range hidden {
			if slices.Contains(learn, i) {
				t.Errorf("part %d both learns from and hides row %d", fold+1, i)
			}
		}
		all = append(all, hidden...)
	}
	if slices.Sort(all); !slices.Equal(all, inference.UpTo(11)) {
		t.Errorf("the parts hold %v", all)
	}
	if _, _, err := Rows(3, Part{Share: 1. / 4, Fold: 1}); err == nil {
		t.Error("four parts of three rows are all taken")
	}
	for share, want := range map[float64]int{1. / 3: 3, 0.2: 5, 0.1: 10, 0.3: 0, 0.7: 0} {
		if k, whole := Folds(share); whole != (want > 0) || whole && k != want {
			t.Errorf("a share of %v makes %d parts, %v", share, k, whole)
		}
	}
}

// hiddenTimes returns how often each cell is hidden over all parts, and how often it is asked for.
func hiddenTimes(of *inference.Table, folds int) (hidden, asked *mat.Dense) {
	n, d := of.Dims()
	hidden, asked = mat.NewDense(n, d, nil), mat.NewDense(n, d, nil)
	for fold := range folds {
		left, from := Cells(of, Part{Share: 1 / float64(folds), Fold: fold + 1, Seed: 3})
		for i := range n {
			for j := range d {
				if was, is := of.X.At(i, j), left.X.At(i, j); !math.IsNaN(was) && math.IsNaN(is) {
					hidden.Set(i, j, hidden.At(i, j)+1)
					if !math.IsNaN(from.X.At(i, j)) {
						asked.Set(i, j, asked.At(i, j)+1)
					}
				}
			}
		}
	}
	return hidden, asked
}

// Each cell with a value is hidden once.
func TestFoldsOfCells(t *testing.T) {
	table := full(9, 14)
	table.X.(*mat.Dense).Set(2, 3, math.NaN())
	hidden, asked := hiddenTimes(table, 5)
	for i := range 9 {
		for j := range 14 {
			want := 1.
			if i == 2 && j == 3 {
				want = 0
			}
			if hidden.At(i, j) != want || asked.At(i, j) != want {
				t.Errorf("cell %d, %d is hidden %v times, asked for %v times", i, j, hidden.At(i, j), asked.At(i, j))
			}
		}
	}
}

// Of a network without directions both cells of a pair are hidden in one part and one is asked for; of one with
// directions each cell is by itself. Zeros of nodes with themselves stay.
func TestFoldsOfLinks(t *testing.T) {
	const n = 12
	for name, directed := range map[string]bool{"undirected": false, "directed": true} {
		table := full(n, n)
		table.Columns = table.Rows
		x := table.X.(*mat.Dense)
		for i := range n {
			for j := range n {
				a, b := min(i, j), max(i, j)
				if directed {
					a, b = i, j
				}
				x.Set(i, j, float64((a*7+b*3)%3/2))
			}
			x.Set(i, i, 0)
		}
		hidden, asked := hiddenTimes(table, 4)
		for i := range n {
			for j := range n {
				want, answers := 1., 1.
				if i == j {
					want, answers = 0, 0
				} else if !directed && i > j {
					answers = 0
				}
				inferencetest.Near(t, name+": hidden", hidden.At(i, j), want, 0)
				inferencetest.Near(t, name+": asked for", asked.At(i, j), answers, 0)
			}
		}
		left, _ := Cells(table, Part{Share: 0.25, Fold: 2, Seed: 3})
		for i := range n {
			for j := range n {
				if !directed && math.IsNaN(left.X.At(i, j)) != math.IsNaN(left.X.At(j, i)) {
					t.Fatalf("of %d and %d one cell is hidden", i, j)
				}
			}
		}
	}
}
