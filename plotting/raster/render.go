package raster

import (
	"image"
	"sync"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// Canvases keeps buffers from frame to frame.
var Canvases = sync.Pool{New: func() any { return new(Canvas) }}

// Render draws a scene on dst, scale pixels to the point, the scene's bottom left
// corner at that of dst. Pixels that the scene does not reach become transparent.
// It may run on any goroutine; dst belongs to it until it returns.
func Render(s plotting.Scene, scale float64, dst *image.RGBA) {
	for y := range dst.Rect.Dy() {
		clear(dst.Pix[y*dst.Stride : y*dst.Stride+4*dst.Rect.Dx()])
	}
	c := Canvases.Get().(*Canvas)
	defer Canvases.Put(c)
	c.Reset(dst, scale)
	s.Draw(c)
	c.Release()
}

// PixelBox returns the size in points for which to lay out a figure that fills w×h
// pixels at a scale in pixels per point.
func PixelBox(w, h int, scale float64) vg.Point {
	return vg.Point{X: vg.Length(float64(w) / scale), Y: vg.Length(float64(h) / scale)}
}

// Figure lays out a figure for a picture of w×h pixels at a scale in pixels per point, draws it on
// dst and returns both. It makes a new image if dst is nil or of another size.
func Figure(f plotting.Figure, w, h int, scale float64, dst *image.RGBA) (*image.RGBA, plotting.Scene) {
	if dst == nil || dst.Rect.Dx() != w || dst.Rect.Dy() != h {
		dst = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	s := f.Layout(PixelBox(w, h, scale))
	Render(s, scale, dst)
	return dst, s
}
