package beside

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// What a row without a level is called and how it is coloured goes by whether something is missing.
func TestWithout(t *testing.T) {
	for _, c := range []struct{ without, text string }{{"", "missing"}, {"in no cluster", "in no cluster"}} {
		s := &Strip{Annotation: inference.NewAnnotation("cluster", []string{"1", "", "2"}), Without: c.without}
		entries := NewStripColours(s, []int32{0, 1, 2}, 0, plotting.Look{}).Legend(9).Entries
		last := entries[len(entries)-1]
		if s.LevelText(1) != c.text || last.Text != c.text || last.Missing != (c.without == "") {
			t.Errorf("%q: %q, %+v", c.without, s.LevelText(1), last)
		}
		if own := s.WithoutInk(plotting.Light) == ink.Ungrouped; own != (c.without != "") {
			t.Errorf("%q has the grey of missing cells", c.without)
		}
	}
}
