package truth

import (
	"math"
	"testing"
)

func TestOf(t *testing.T) {
	if Of("Yes") != 1 || Of("FALSE") != 0 || !math.IsNaN(Of("perhaps")) {
		t.Error("a word has another meaning")
	}
	lacks := func(s string) bool { return s == "NA" }
	if !All([]string{"yes", "NA", "No"}, lacks) || All([]string{"yes", "maybe"}, lacks) || All([]string{"NA"}, lacks) {
		t.Error("All is wrong about a list")
	}
}

func TestMarked(t *testing.T) {
	for _, c := range []struct {
		values []string
		mark   string
	}{
		{[]string{"x", "", "x"}, "x"}, {[]string{"", "✓"}, "✓"}, {[]string{"x", "x"}, ""}, {[]string{"", ""}, ""},
		{[]string{"x", "X", ""}, ""},
		{[]string{"red", "", "red"}, ""}, {nil, ""},
	} {
		if got := Marked(c.values); got != c.mark {
			t.Errorf("%q are marked %q, not %q", c.values, got, c.mark)
		}
	}
}
