package inference

import (
	"slices"
	"testing"
)

// Levels that no row has go; the others keep their order, and annotations that have all stay as they are.
func TestPresentLevels(t *testing.T) {
	whole := Annotation{Name: "sex", Levels: []string{"f", "m"}, Values: []string{"m", "f", ""}, Codes: []int{1, 0, -1}}
	part := Annotation{Name: "groups", Levels: []string{"a", "b", "c", "d"}, Values: []string{"d", "", "b"},
		Codes: []int{3, -1, 1}}
	got := Present([]Annotation{whole, part})
	if !slices.Equal(got[0].Levels, whole.Levels) || &got[0].Codes[0] != &whole.Codes[0] {
		t.Errorf("%+v", got[0])
	}
	if !slices.Equal(got[1].Levels, []string{"b", "d"}) || !slices.Equal(got[1].Codes, []int{1, -1, 0}) ||
		!slices.Equal(part.Codes, []int{3, -1, 1}) {
		t.Errorf("%+v", got[1])
	}
}
