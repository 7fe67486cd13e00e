package classtrees

import (
	"strings"
	"testing"

	"example.org/espalier/inference/kind/profile"
)

// Chains that find other classes are said to disagree; of one class nothing is said.
func TestWords(t *testing.T) {
	for want, agreement := range map[string][]float64{
		"chains agree with these classes (adjusted Rand index 0.8 at least)":      {.9, .8},
		"chains disagree about these classes (adjusted Rand index −0.2 at least)": {1, -.2},
	} {
		p := &profile.Profiles{Labels: []int{0, 1}, Sure: []float64{.5, .7}, Agreement: agreement,
			Sizes: make([]profile.Interval, 2)}
		if got := Words(p); !strings.HasSuffix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
