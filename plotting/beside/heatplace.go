package beside

import (
	"image"
	"image/draw"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// HeatItem is the heat map in its box. The picture is made when it is drawn, at the resolution of
// the canvas; cells without a value show a hatched background.
type HeatItem struct {
	Heat     *Heat
	P        *PreparedTree
	Q        *Placement
	From, To float64      // rows, in units of the placement
	Rect     vg.Rectangle // of these rows
	Seen     vg.Rectangle // the part within the plot
	Style    plotting.Style
	Parts    Parts // of the columns
}

// PixelCanvas is a canvas of pixels, such as that of package raster.
type PixelCanvas interface {
	Size() (x, y vg.Length)
	Image() *image.RGBA
}

// PixelsOf returns the size of a box in pixels of c. On other canvases it uses the resolution of
// print.
func PixelsOf(c vg.Canvas, rect vg.Rectangle) (width, height int) {
	scale, top := HeatResolution, 0.0
	if k, ok := c.(PixelCanvas); ok {
		if w, _ := k.Size(); w > 0 {
			b := k.Image().Bounds()
			scale, top = float64(b.Dx())/float64(w), float64(b.Dy())
		}
	}
	across := func(x vg.Length) float64 { return math.Round(float64(x) * scale) }
	down := func(y vg.Length) float64 { return math.Round(top - float64(y)*scale) }
	width = int(across(rect.Max.X) - across(rect.Min.X))
	height = int(down(rect.Min.Y) - down(rect.Max.Y))
	return max(width, 1), max(height, 1)
}

// Draw implements Item.
func (i HeatItem) Draw(c vg.Canvas) {
	width, height := PixelsOf(c, i.Rect)
	if len(i.Parts.Starts) == 0 {
		m, missing := i.Heat.frame(i.P, i.Q, i.From, i.To, width, height)
		if missing {
			ink.FillMissing(c, []vg.Rectangle{i.Seen}, i.Style)
		}
		c.DrawImage(i.Rect, m)
		return
	}
	_, n := i.Heat.Dims()
	m, missing := i.Heat.frame(i.P, i.Q, i.From, i.To, n, height)
	for k, first := range i.Parts.Starts {
		rect, seen, end := i.Rect, i.Seen, i.Parts.end(k)
		rect.Min.X, _ = i.Parts.Span(first, n, i.Rect.Min.X, i.Rect.Max.X)
		_, rect.Max.X = i.Parts.Span(end-1, n, i.Rect.Min.X, i.Rect.Max.X)
		if seen.Min.X, seen.Max.X = rect.Min.X, rect.Max.X; missing {
			ink.FillMissing(c, []vg.Rectangle{seen}, i.Style)
		}
		part := image.NewRGBA(image.Rect(0, 0, end-first, m.Rect.Dy()))
		draw.Draw(part, part.Rect, m, image.Pt(first, 0), draw.Src)
		c.DrawImage(rect, part)
	}
}
