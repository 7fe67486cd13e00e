package raster

import (
	"image"
	"image/color"

	"example.org/espalier/plotting"
)

// How pages are trimmed.
const (
	trimScale  = 0.5  // pixels to the point
	trimDiffer = 6    // of 255, least difference from the ground
	trimBlank  = 0.12 // share of a side that may be blank
	trimRounds = 3    // a figure that has less room may take less of it
	leastWide  = 85   // mm
	leastHigh  = 40
)

// Trimmed returns the size without the blank part at the right and at the bottom of a figure of that size, as it is
// laid out in the rest.
func Trimmed(size plotting.Size, f plotting.Figure) plotting.Size {
	for range trimRounds {
		right, bottom := inked(size, f)
		next := size
		if right < 1-trimBlank {
			next.WidthMM = max(right*size.WidthMM, min(leastWide, size.WidthMM))
		}
		if bottom < 1-trimBlank {
			next.HeightMM = max(bottom*size.HeightMM, min(leastHigh, size.HeightMM))
		}
		if next == size {
			break
		}
		size = next
	}
	return size
}

// inked returns which share of the width and of the height of a page a figure covers, with margins as at the left and
// at the top; 1 and 1 for a figure of nothing.
func inked(size plotting.Size, f plotting.Figure) (right, bottom float64) {
	at := size.Points()
	m := image.NewRGBA(image.Rect(0, 0, max(int(float64(at.X)*trimScale), 1), max(int(float64(at.Y)*trimScale), 1)))
	f.Layout(at).Draw(New(m, trimScale))
	w, h := m.Rect.Dx(), m.Rect.Dy()
	ground, box := m.RGBAAt(0, 0), image.Rectangle{}
	for y := range h {
		for x := range w {
			if differs(m.RGBAAt(x, y), ground) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if box.Empty() {
		return 1, 1
	}
	margin := max(box.Min.X, box.Min.Y)
	return min(float64(box.Max.X+margin)/float64(w), 1), min(float64(box.Max.Y+margin)/float64(h), 1)
}

func differs(a, b color.RGBA) bool {
	far := func(x, y uint8) bool { return max(x, y)-min(x, y) > trimDiffer }
	return far(a.R, b.R) || far(a.G, b.G) || far(a.B, b.B)
}
