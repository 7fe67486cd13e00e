package scores

import (
	"math"
	"slices"
	"testing"
)

func TestConfusion(t *testing.T) {
	labels := []int{0, 0, 0, 1, 1, 2, -1, 2}
	found := []int{3, 3, 1, 1, 1, 0, 0, -1}
	table := Confusion(labels, found, 3, 4)
	for c, want := range [][]int{{0, 1, 0, 2}, {0, 2, 0, 0}, {1, 0, 0, 0}} {
		if !slices.Equal(table[c], want) {
			t.Errorf("class %d: %v, want %v", c, table[c], want)
		}
	}
	m := Majority(table)
	if !slices.Equal(m, []int{2, 1, -1, 0}) {
		t.Errorf("majority %v", m)
	}
	if a := Accuracy(table, m); !(math.Abs(a-5.0/6) <= 1e-15) {
		t.Errorf("accuracy %v, want 5/6", a)
	}
	// By majority it is the purity.
	if p := Purity([]int{3, 3, 1, 1, 1, 0}, []int{0, 0, 0, 1, 1, 2}); !(math.Abs(p-5.0/6) <= 1e-15) {
		t.Errorf("purity %v", p)
	}
}
