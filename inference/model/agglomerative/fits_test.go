package agglomerative

import (
	"math"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"
)

// A saved tree of three rows is taken only if every cluster is made before it is merged, and once, at heights that do
// not fall.
func TestSavedMerges(t *testing.T) {
	for name, c := range map[string]struct {
		merges []linkage.Merge
		fits   bool
	}{
		"a tree":           {[]linkage.Merge{{A: 0, B: 1, Height: 1}, {A: 2, B: 3, Height: 1}}, true},
		"with itself":      {[]linkage.Merge{{A: 1, B: 1, Height: 1}, {A: 2, B: 3, Height: 2}}, false},
		"in another order": {[]linkage.Merge{{A: 1, B: 0, Height: 1}, {A: 2, B: 3, Height: 2}}, false},
		"below 0":          {[]linkage.Merge{{A: -1, B: 1, Height: 1}, {A: 2, B: 3, Height: 2}}, false},
		"not yet made":     {[]linkage.Merge{{A: 0, B: 3, Height: 1}, {A: 1, B: 2, Height: 2}}, false},
		"twice":            {[]linkage.Merge{{A: 0, B: 1, Height: 1}, {A: 1, B: 3, Height: 2}}, false},
		"falling":          {[]linkage.Merge{{A: 0, B: 1, Height: 2}, {A: 2, B: 3, Height: 1}}, false},
		"below height 0":   {[]linkage.Merge{{A: 0, B: 1, Height: -1}, {A: 2, B: 3, Height: 1}}, false},
		"no number":        {[]linkage.Merge{{A: 0, B: 1, Height: 1}, {A: 2, B: 3, Height: math.NaN()}}, false},
		"too few":          {[]linkage.Merge{{A: 0, B: 1, Height: 1}}, false},
	} {
		if got := (&state{Merges: c.merges}).fits(3, false); got != c.fits {
			t.Errorf("%s: %v", name, got)
		}
	}
}
