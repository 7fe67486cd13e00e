package teach

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestAlignedLabels(t *testing.T) {
	other := []int{0, 0, 0, 1, 1, 2}
	for _, c := range []struct {
		after        bool
		labels, want []int
	}{
		{true, []int{2, 2, 2, 0, 0, 1}, other},
		{true, []int{0, 0, 1, 2, 2, 2}, []int{0, 0, 3, 1, 1, 1}},  // the third has no partner left
		{false, []int{0, 0, 1, 2, 2, 2}, []int{0, 0, 2, 1, 1, 1}}, // 2 is free
		{true, []int{0, 0, 0, 0, 0, 0}, []int{0, 0, 0, 0, 0, 0}},
	} {
		if got := alignedLabels(c.labels, other, c.after); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.labels, got, c.want)
		}
	}
}

func TestFactorsInTheOrderOfOthers(t *testing.T) {
	a := &belief{items: 3, ids: []int{7, 8, 9}, links: mat.NewDense(3, 3, []float64{0, 1, 0, 0, 1, 1, 1, 0, 0})}
	b := &belief{items: 3, ids: []int{1, 2}, links: mat.NewDense(3, 2, []float64{1, 0, 1, 0, 0, 1})}
	got := a.beside(b, true)
	if !slices.Equal(got.ids, []int{8, 7, 9}) || got.links.At(0, 0) != 1 || got.links.At(2, 1) != 1 || got.links.At(1, 2) != 1 {
		t.Errorf("factors %v, links %v", got.ids, mat.Formatted(got.links))
	}
	if linkAgreement(a.links, b.links) != 3.0/4 {
		t.Errorf("they share %v of their links", linkAgreement(a.links, b.links))
	}
}
