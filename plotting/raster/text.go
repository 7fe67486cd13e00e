package raster

import (
	"image"
	"math"
	"sync"

	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// phases is the number of positions of a letter within a pixel.
const phases = 4

// faceKey is a font at one size and slant: the map from shares of an em, y growing
// upwards, to pixels.
type faceKey struct {
	font       *opentype.Font
	a, b, c, d float32
}

// A letterMask is a rasterised letter. Its first pixel lies (x, y) from the pen. Rows are padded, see blendPadded.
type letterMask struct {
	x, y, w, h int
	stride     int
	pix        []uint8
}

// letterKey is a letter at one of these positions.
type letterKey struct {
	index sfnt.GlyphIndex
	x, y  uint8
}

// face keeps the letters of one font at one size and slant.
type face struct {
	mu      sync.Mutex
	letters map[letterKey]letterMask
	area    area
	bytes   int
}

// Limits of the cache: a face beyond the first limit is emptied, and beyond the second all faces
// are dropped.
const (
	maximumFaceBytes = 4 << 20
	maximumFaces     = 64
)

var faces = struct {
	sync.Mutex
	m map[faceKey]*face
}{m: map[faceKey]*face{}}

func faceOf(k faceKey) *face {
	faces.Lock()
	defer faces.Unlock()
	f, ok := faces.m[k]
	if !ok {
		if len(faces.m) >= maximumFaces {
			clear(faces.m)
		}
		f = &face{letters: map[letterKey]letterMask{}}
		faces.m[k] = f
	}
	return f
}

// FillString implements vg.Canvas. Baselines along an axis are moved to the pixel
// grid; letters are placed to a quarter of a pixel along them.
func (c *Canvas) FillString(f font.Face, pt vg.Point, text string) {
	size := float64(f.Font.Size)
	if !(size > 0) || text == "" || c.ink.a == 0 || c.clip.Empty() {
		return
	}
	key := faceKey{
		font: f.Face,
		a:    float32(c.m.A * size), b: float32(c.m.B * size),
		c: float32(c.m.C * size), d: float32(c.m.D * size),
	}
	em := c.m.Factor() * size // in pixels
	pen := c.apply(pt)
	if !(em > 0.5) || em > 4000 || !c.near(pen, em*float64(len(text)+1)) {
		return
	}
	level, upright := key.b == 0, key.a == 0 // the direction of the baseline
	switch {
	case level:
		pen.y = math.Floor(pen.y + 0.5)
	case upright:
		pen.x = math.Floor(pen.x + 0.5)
	}
	stepX, stepY := c.m.A*size, c.m.B*size // of the pen, for one em

	c.letters = metricsOf(f.Face).place(c.letters[:0], text)
	if !level && !upright {
		c.fillSlanted(key, pen, point{stepX, stepY})
		return
	}
	fc := faceOf(key)
	fc.mu.Lock()
	defer fc.mu.Unlock()
	for _, l := range c.letters {
		px, ix := quarter(pen.x+l.x*stepX, upright)
		py, iy := quarter(pen.y+l.x*stepY, level)
		c.letter(fc.letter(key, letterKey{l.index, px, py}), ix, iy)
	}
}

// near reports whether anything within reach of p may be visible.
func (c *Canvas) near(p point, reach float64) bool {
	return p.x > float64(c.clip.Min.X)-reach && p.x < float64(c.clip.Max.X)+reach &&
		p.y > float64(c.clip.Min.Y)-reach && p.y < float64(c.clip.Max.Y)+reach
}

// quarter splits a coordinate into a pixel and a position within it.
func quarter(x float64, onGrid bool) (phase uint8, pixel int) {
	if onGrid {
		return 0, int(math.Floor(x + 0.5))
	}
	q := int(math.Floor(x*phases + 0.5))
	pixel = q / phases
	if q%phases < 0 {
		pixel--
	}
	return uint8(q - pixel*phases), pixel
}

// letter blends a mask at the pen, within the clip.
func (c *Canvas) letter(l letterMask, x, y int) {
	if l.w == 0 {
		return
	}
	r := image.Rect(x+l.x, y+l.y, x+l.x+l.w, y+l.y+l.h)
	v := r.Intersect(c.clip)
	if v.Empty() {
		return
	}
	pix := l.pix[(v.Min.Y-r.Min.Y)*l.stride+v.Min.X-r.Min.X:]
	if v.Dx() == l.w {
		c.blendPadded(pix, l.stride, v.Min.X, v.Min.Y, v.Dx(), v.Dy())
	} else {
		c.blendSlowly(pix, l.stride, v.Min.X, v.Min.Y, v.Dx(), v.Dy())
	}
}

// letter returns a letter's mask, drawn on first use. The caller holds mu.
func (f *face) letter(k faceKey, l letterKey) letterMask {
	if m, ok := f.letters[l]; ok {
		return m
	}
	if f.bytes > maximumFaceBytes {
		clear(f.letters)
		f.bytes = 0
	}
	m := f.draw(k, l)
	f.letters[l] = m
	f.bytes += len(m.pix) + 64
	return m
}

func (f *face) draw(k faceKey, l letterKey) letterMask {
	o := metricsOf(k.font).outline(l.index)
	place := k.place(float64(l.x)/phases, float64(l.y)/phases)
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, s := range o {
		for _, a := range s.Args[:arguments(s.Op)] {
			p := place(a)
			x0, y0, x1, y1 = min(x0, p.x), min(y0, p.y), max(x1, p.x), max(y1, p.y)
		}
	}
	if len(o) == 0 {
		return letterMask{}
	}
	m := letterMask{x: int(math.Floor(x0)), y: int(math.Floor(y0))}
	m.w, m.h = int(math.Ceil(x1))-m.x, int(math.Ceil(y1))-m.y
	if m.w <= 0 || m.h <= 0 {
		return letterMask{}
	}
	f.area.reset(m.w, m.h)
	ox, oy := float64(m.x), float64(m.y)
	contours(o, place, func(p, _ point) { f.area.moveTo(float32(p.x-ox), float32(p.y-oy)) },
		func(_, q point) { f.area.lineTo(float32(q.x-ox), float32(q.y-oy)) })
	m.stride = padded(m.w)
	m.pix = make([]uint8, m.stride*m.h)
	f.area.mask(m.pix, m.stride)
	return m
}
