package beside

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
)

// Dates with many levels have a map of colours by day; words do not, nor dates one of which is none.
func TestDatedStrip(t *testing.T) {
	days := []string{"2021-03-01", "2019-01-01", "2023-01-01", "2020-06-30", "2021-01-01", "2022-01-01", "2019-07-01",
		"2022-07-01", "2020-01-01", "2021-07-01", ""}
	k := NewStripColours(&Strip{Annotation: inference.NewAnnotation("visit", days)}, []int32{0, 1, 2}, 0, plotting.Look{})
	if k.Ramp == nil {
		t.Fatal("dates have no map of colours")
	}
	for level, name := range k.Strip.Annotation.Levels {
		c := k.Ramp.At((k.values[level] - k.low) / (k.high - k.low))
		if got := k.Colour[level]; got.R != c.R || got.B != c.B {
			t.Errorf("%s has colour %v, not %v", name, got, c)
		}
	}
	if k.high-k.low != 4*365+1 {
		t.Errorf("from the first day to the last there are %v", k.high-k.low)
	}
	var words []string
	for _, e := range k.Legend(8).Entries {
		words = append(words, e.Text)
	}
	if !slices.IsSorted(words) || words[0] != "2019-01-01" || !strings.HasPrefix(words[len(words)-1], "2023-01-01") {
		t.Errorf("the legend says %q", words)
	}
	days[4] = "soon"
	if k = NewStripColours(&Strip{Annotation: inference.NewAnnotation("visit", days)}, []int32{0}, 0,
		plotting.Look{}); k.Ramp != nil {
		t.Error("a word is on a map of dates")
	}
}
