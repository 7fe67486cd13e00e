package ink

import (
	"testing"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// Names that stand together stay different when they are shortened, as long as some part in which they differ has
// room, and none is wider than the room.
func TestShortNamesStayDifferent(t *testing.T) {
	f := Regular(plotting.Sans, 9.5)
	for _, names := range [][]string{
		{"bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"},
		{"bill_depth_mm", "bill_length_mm"},
		{"sample_001_treated_left", "sample_002_treated_left", "sample_012_treated_left", "sample_112_treated_left"},
		{"expression of GENE1", "expression of GENE2", "expression of GENE12"},
		{"αβγδεζηθ one", "αβγδεζηθ two", "αβγδεζηθ six"},
	} {
		for _, width := range []vg.Length{45, 50, 60, 80} {
			s := NewShortNames(len(names), func(i int) string { return names[i] })
			seen := map[string]string{}
			for _, name := range names {
				text := s.Elide(f, name, width)
				if TextWidth(f, text) > width {
					t.Errorf("%q is wider than %g", text, width)
				}
				if other, ok := seen[text]; ok {
					t.Errorf("in %g points, %s and %s are both %q", width, other, name, text)
				}
				seen[text] = name
			}
		}
	}
	// What does not clash is shortened as always, and equal names stay equal.
	names := []string{"bill_length_mm", "body_mass_of_the_bird", "bill_length_mm"}
	s := NewShortNames(len(names), func(i int) string { return names[i] })
	for _, name := range names {
		if got, want := s.Elide(f, name, 40), ElideMiddle(f, name, 40); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
