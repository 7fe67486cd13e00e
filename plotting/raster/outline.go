package raster

import (
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// outline returns the contours of a letter in 1/64 of a unit of the font, y growing downwards; none
// if the font has none. It must not be modified.
func (m *metrics) outline(index sfnt.GlyphIndex) sfnt.Segments {
	m.mu.RLock()
	o, ok := m.outlines[index]
	m.mu.RUnlock()
	if ok {
		return o
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if segments, err := m.font.LoadGlyph(&m.buffer, index, m.units, nil); err == nil {
		o = append(sfnt.Segments(nil), segments...) // the buffer is used again
	}
	m.outlines[index] = o
	return o
}

// place returns the map from an outline to pixels, the pen standing at (x, y).
func (k faceKey) place(x, y float64) func(fixed.Point26_6) point {
	em := float64(k.font.UnitsPerEm())
	a, b, c, d := float64(k.a)/em, float64(k.b)/em, float64(k.c)/em, float64(k.d)/em
	return func(p fixed.Point26_6) point {
		px, py := float64(p.X), -float64(p.Y)
		return point{a*px + c*py + x, b*px + d*py + y}
	}
}

// contours calls move where a contour begins, and line for each segment along it and back to its
// beginning. Curves are broken into chords.
func contours(o sfnt.Segments, place func(fixed.Point26_6) point, move, line func(p, q point)) {
	var first, last point
	to := func(q point) {
		if q != last {
			line(last, q)
		}
		last = q
	}
	for _, s := range o {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			to(first)
			first = place(s.Args[0])
			last = first
			move(first, first)
		case sfnt.SegmentOpLineTo:
			to(place(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			p, q, r := last, place(s.Args[0]), place(s.Args[1])
			n := math.Ceil(math.Sqrt(math.Hypot(p.x-2*q.x+r.x, p.y-2*q.y+r.y) / (4 * letterFlatness)))
			for i := 1.0; i < n; i++ {
				t := i / n
				u := 1 - t
				to(point{u*u*p.x + 2*u*t*q.x + t*t*r.x, u*u*p.y + 2*u*t*q.y + t*t*r.y})
			}
			to(r)
		case sfnt.SegmentOpCubeTo:
			p, q, r, e := last, place(s.Args[0]), place(s.Args[1]), place(s.Args[2])
			n := float64(curveSteps(p, q, r, e))
			for i := 1.0; i < n; i++ {
				b0, b1, b2, b3 := bernstein(i / n)
				to(point{b0*p.x + b1*q.x + b2*r.x + b3*e.x, b0*p.y + b1*q.y + b2*r.y + b3*e.y})
			}
			to(e)
		}
	}
	to(first)
}

// letterFlatness is how far, in pixels, a chord may lie from the curve of a letter.
const letterFlatness = 0.04

// bernstein returns the weights of the four points of a cubic at t.
func bernstein(t float64) (b0, b1, b2, b3 float64) {
	u := 1 - t
	return u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
}

// arguments returns the number of points of a piece of an outline.
func arguments(op sfnt.SegmentOp) int {
	switch op {
	case sfnt.SegmentOpQuadTo:
		return 2
	case sfnt.SegmentOpCubeTo:
		return 3
	}
	return 1
}

// fillSlanted draws c.letters along a line that is not along an axis, the pen at p, step for one
// em. Labels around a circle each have their own slant, so no mask is kept: they are filled as
// outlines, exactly where they stand.
func (c *Canvas) fillSlanted(k faceKey, p, step point) {
	m := metricsOf(k.font)
	low, high := c.letters[0], c.letters[len(c.letters)-1]
	reach := 2 * math.Hypot(float64(k.a), float64(k.b)) // no letter of the fonts at hand is so wide or high
	ends := [...]point{{p.x + low.x*step.x, p.y + low.x*step.y}, {p.x + high.x*step.x, p.y + high.x*step.y}}
	if !c.beginFill(ends[:], reach) {
		return
	}
	for _, l := range c.letters {
		contours(m.outline(l.index), k.place(p.x+l.x*step.x, p.y+l.x*step.y), func(p, _ point) { c.moveTo(p) }, c.lineTo)
	}
	c.endFill()
}
