package raster

import (
	"image"
	"image/color"
	"math"

	"example.org/espalier/plotting/affine"

	"gonum.org/v1/plot/vg"
)

// A Canvas is a vg.Canvas on the pixels of an *image.RGBA. It is used by one goroutine at a time. Unlike other canvases
// of vg it can clip, see [Canvas.Clip].
type Canvas struct {
	dst           *image.RGBA
	width, height int     // of dst, in pixels
	scale         float64 // pixels per point

	state
	stack []state
	clip  image.Rectangle // in pixels, from the top left corner of dst
	clips []image.Rectangle

	// The buffers below are kept from call to call, so that drawing allocates nothing.
	points  []point
	subs    []subpath
	dashed  []point
	dashes  []subpath
	fill    area
	box     image.Rectangle // of the present fill
	letters []placed
	disc    disc
	stamps  stamps
	thin    []thin // of strokeThin, by processor
	columns weights
	rows    weights
	sums    []uint64
}

var _ vg.CanvasSizer = (*Canvas)(nil)

// state is the drawing state that Push saves.
type state struct {
	m         affine.Matrix // from points to pixels
	lineWidth vg.Length
	pattern   []vg.Length
	offset    vg.Length
	ink       ink
}

// New returns a canvas that draws on dst, scale pixels to the point, the origin at
// its bottom left corner. It does not touch the pixels: dst may hold a picture, and
// a new image is transparent. It panics if scale is not positive and finite.
func New(dst *image.RGBA, scale float64) *Canvas {
	c := &Canvas{}
	c.Reset(dst, scale)
	return c
}

// Reset makes c equal to New(dst, scale), keeping its buffers.
func (c *Canvas) Reset(dst *image.RGBA, scale float64) {
	if !(scale > 0) || math.IsInf(scale, 0) {
		panic("raster: scale is not positive and finite")
	}
	c.dst, c.scale = dst, scale
	c.width, c.height = dst.Rect.Dx(), dst.Rect.Dy()
	c.clip = image.Rect(0, 0, c.width, c.height)
	c.clips, c.stack = c.clips[:0], c.stack[:0]
	c.state = state{m: affine.Matrix{A: scale, D: -scale, F: float64(c.height)}}
	vg.Initialize(c)
}

// Fork makes to a canvas on the same picture with the transformation, clip and pens of c. Both may
// draw at once if their clips do not overlap.
func (c *Canvas) Fork(to *Canvas) {
	to.dst, to.width, to.height, to.scale = c.dst, c.width, c.height, c.scale
	to.state, to.clip = c.state, c.clip
	to.pattern = append([]vg.Length(nil), c.pattern...)
	to.clips, to.stack = to.clips[:0], to.stack[:0]
}

// Size returns the size of the canvas in points.
func (c *Canvas) Size() (x, y vg.Length) {
	return vg.Length(float64(c.width) / c.scale), vg.Length(float64(c.height) / c.scale)
}

// Image returns the image that c draws on.
func (c *Canvas) Image() *image.RGBA { return c.dst }

// SetLineWidth implements vg.Canvas.
func (c *Canvas) SetLineWidth(w vg.Length) { c.lineWidth = w }

// SetLineDash implements vg.Canvas.
func (c *Canvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	c.pattern, c.offset = append([]vg.Length(nil), pattern...), offset
}

// SetColor implements vg.Canvas.
func (c *Canvas) SetColor(col color.Color) {
	if col == nil {
		col = color.Black
	}
	c.ink = newInk(col)
}

// Rotate implements vg.Canvas.
func (c *Canvas) Rotate(rad float64) { c.m = c.m.Rotated(rad) }

// Translate implements vg.Canvas.
func (c *Canvas) Translate(pt vg.Point) { c.m = c.m.Translated(pt) }

// Scale implements vg.Canvas.
func (c *Canvas) Scale(x, y float64) { c.m = c.m.Scaled(x, y) }

// Push implements vg.Canvas.
func (c *Canvas) Push() { c.stack = append(c.stack, c.state) }

// Pop implements vg.Canvas. It panics without a Push.
func (c *Canvas) Pop() {
	c.state = c.stack[len(c.stack)-1]
	c.stack = c.stack[:len(c.stack)-1]
}

// Clip confines drawing to r, in the present coordinates, and to the clips set
// before, until the matching Unclip. Its edges are rounded to whole pixels. Under a
// rotation the clip is the box around the turned rectangle.
func (c *Canvas) Clip(r vg.Rectangle) {
	c.clips = append(c.clips, c.clip)
	x0, y0, x1, y1 := c.m.Box(r)
	c.clip = c.clip.Intersect(image.Rectangle{
		Min: image.Point{clampInt(math.Round(x0)), clampInt(math.Round(y0))},
		Max: image.Point{clampInt(math.Round(x1)), clampInt(math.Round(y1))},
	})
}

// Unclip ends the last Clip. It panics without one.
func (c *Canvas) Unclip() {
	c.clip = c.clips[len(c.clips)-1]
	c.clips = c.clips[:len(c.clips)-1]
}

// clampInt converts a coordinate to an int that arithmetic cannot overflow.
func clampInt(x float64) int { return int(min(max(x, -1<<30), 1<<30)) }

// apply returns where p lies in pixels.
func (c *Canvas) apply(p vg.Point) point {
	x, y := c.m.Apply(p)
	return point{x, y}
}

// point is a place in pixels, y growing downwards.
type point struct{ x, y float64 }

// Release drops the image; Reset makes the canvas usable again.
func (c *Canvas) Release() {
	c.dst = nil
	c.width, c.height = 0, 0
	c.clip = image.Rectangle{}
}
