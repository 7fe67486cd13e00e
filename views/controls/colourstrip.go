package controls

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Size of the strip of colours beside an option, and the gap before it.
const (
	stripWidth  float32 = 64
	stripHeight float32 = 12
	stripGap    float32 = 12
)

// roomOfColours returns the width that the strip of an option takes.
func roomOfColours(o Option) float32 {
	if len(o.Colours) == 0 {
		return 0
	}
	return stripWidth + stripGap
}

// colourStrip returns a patch for each colour.
func colourStrip(colours []color.Color) []*canvas.Rectangle {
	patches := make([]*canvas.Rectangle, len(colours))
	for i, c := range colours {
		patches[i] = canvas.NewRectangle(c)
	}
	return patches
}

// placeColours puts patches beside each other, without gaps between them.
func placeColours(patches []*canvas.Rectangle, at fyne.Position) {
	for i, r := range patches {
		from, to := stripEdge(i, len(patches)), stripEdge(i+1, len(patches))
		r.Move(at.AddXY(from, 0))
		r.Resize(fyne.NewSize(to-from, stripHeight))
	}
}

// stripEdge returns where patch i of n begins, on whole pixels.
func stripEdge(i, n int) float32 { return float32(int(stripWidth) * i / n) }
