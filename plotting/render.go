package plotting

import (
	"image"
	"math"
	"sync"

	"espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// canvases keeps buffers from frame to frame.
var canvases = sync.Pool{New: func() any { return new(raster.Canvas) }}

// Render draws a scene on dst, scale pixels to the point, the scene's bottom left
// corner at that of dst. Pixels that the scene does not reach become transparent.
// It may run on any goroutine; dst belongs to it until it returns.
func Render(s Scene, scale float64, dst *image.RGBA) {
	for y := range dst.Rect.Dy() {
		clear(dst.Pix[y*dst.Stride : y*dst.Stride+4*dst.Rect.Dx()])
	}
	c := canvases.Get().(*raster.Canvas)
	defer canvases.Put(c)
	c.Reset(dst, scale)
	s.Draw(c)
	c.Release()
}

// PixelBox returns the size in points for which to lay out a figure that fills w×h
// pixels at a scale in pixels per point.
func PixelBox(w, h int, scale float64) vg.Point {
	return vg.Point{X: vg.Length(float64(w) / scale), Y: vg.Length(float64(h) / scale)}
}

// RenderFigure lays out a figure for a picture of w×h pixels at a scale in pixels
// per point, draws it on dst, which is used again if it has that size and made anew
// if it has not or is nil, and returns both.
func RenderFigure(f Figure, w, h int, scale float64, dst *image.RGBA) (*image.RGBA, Scene) {
	if dst == nil || dst.Rect.Dx() != w || dst.Rect.Dy() != h {
		dst = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	s := f.Layout(PixelBox(w, h, scale))
	Render(s, scale, dst)
	return dst, s
}

// Contains reports whether p lies in r, its edges included.
func Contains(r vg.Rectangle, p vg.Point) bool {
	return p.X >= r.Min.X && p.X <= r.Max.X && p.Y >= r.Min.Y && p.Y <= r.Max.Y
}

// finite reports whether x is a number that can be drawn.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
