package controls

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
)

// The patches of a strip cover it without gaps.
func TestColourStrip(t *testing.T) {
	for _, n := range []int{1, 7, 9, 16} {
		patches := colourStrip(make([]color.Color, n))
		placeColours(patches, fyne.NewPos(30, 7))
		x := float32(30)
		for i, r := range patches {
			if r.Position() != fyne.NewPos(x, 7) || r.Size().Width < 1 || r.Size().Height != stripHeight {
				t.Errorf("patch %d of %d is at %v, %v large; the one before it ends at %v", i, n, r.Position(), r.Size(), x)
			}
			x += r.Size().Width
		}
		if x != 30+stripWidth {
			t.Errorf("%d patches end at %v", n, x)
		}
	}
	if w := roomOfColours(Option{}); w != 0 {
		t.Errorf("an option without colours keeps %v for them", w)
	}
}
