package ink

import (
	"math"
	"testing"

	"example.org/espalier/plotting"
)

// The first 17 colours of annotations are far from that of the selection, and all 24 differ. The amber of Okabe and Ito
// is at 0.12 in the light and 0.03 in the dark style, their vermilion at 0.06 in the light one.
func TestAnnotationsAreFarFromTheSelection(t *testing.T) {
	seen := map[any]int{}
	for i := range ManyCategories {
		c := AnnotationInk(i)
		if k, ok := seen[c]; ok {
			t.Errorf("levels %d and %d have one colour", k, i)
		}
		seen[c] = i
		for _, st := range []plotting.Style{plotting.Light, plotting.Dark} {
			a, b := ToOKLab(c), ToOKLab(st.Selection)
			distance := math.Sqrt((a.L-b.L)*(a.L-b.L) + (a.A-b.A)*(a.A-b.A) + (a.B-b.B)*(a.B-b.B))
			if i < 17 && !(distance > 0.1405) {
				t.Errorf("level %d is at %.3f of the selection", i, distance)
			}
		}
	}
}
