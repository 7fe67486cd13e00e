package raster

import (
	"image"
	"math"

	"gonum.org/v1/plot/vg"
)

// squareWidth is the greatest width in pixels at which lines along the axes have square ends. Wider
// ones have visible round caps.
const squareWidth = 3

// Stroke implements vg.Canvas, with round caps and joins.
func (c *Canvas) Stroke(p vg.Path) {
	// Beyond this width a line covers no more, and caps stay affordable.
	w := min(float64(c.lineWidth)*c.m.Factor(), float64(2*(c.width+c.height)))
	if !(w > 0) || c.ink.a == 0 || c.clip.Empty() {
		return
	}
	c.flatten(p)
	points, subs := c.points, c.subs
	caps := len(c.pattern) == 0 // on dashes they would close the gaps
	if !caps {
		c.dash(w)
		points, subs = c.dashed, c.dashes
	}
	if len(subs) == 0 {
		return
	}
	if straight(points, subs) {
		switch {
		case !caps:
			c.strokeStraight(points, subs, w, butt)
			return
		case w <= squareWidth:
			c.strokeStraight(points, subs, w, square)
			return
		case c.ink.a == 255:
			c.strokeStraight(points, subs, w, round)
			c.discs(points, subs, w)
			return
		}
	}
	if caps && w <= thinWidth && len(points) > thinPoints {
		c.strokeThin(points, subs, w)
		return
	}
	if !c.beginFill(points, w) {
		return
	}
	for _, s := range subs {
		c.outline(points[s.start:s.end], s.closed, w/2, caps)
	}
	c.endFill()
}

// strokeStraight draws segments along the axes. For a translucent ink it gathers them in one mask
// first, so that crossings and corners are not darker.
func (c *Canvas) strokeStraight(points []point, subs []subpath, w float64, e ends) {
	if c.ink.a != 255 && (len(subs) > 1 || subs[0].end-subs[0].start > 2) {
		if !c.beginFill(points, w) {
			return
		}
		segments(points, subs, func(p, q point) {
			x0, y0, x1, y1 := sharp(p, q, w, e)
			c.polygon([]point{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}})
		})
		c.endFill()
		return
	}
	left, top := float64(c.clip.Min.X)-w, float64(c.clip.Min.Y)-w
	right, bottom := float64(c.clip.Max.X)+w, float64(c.clip.Max.Y)+w
	segments(points, subs, func(p, q point) {
		if p.x < left && q.x < left || p.x > right && q.x > right || p.y < top && q.y < top || p.y > bottom && q.y > bottom {
			return
		}
		x0, y0, x1, y1 := sharp(p, q, w, e)
		c.rect(x0, y0, x1, y1)
	})
}

// discs draws the round caps and joins of segments along the axes: a disc at each end. Lines are
// snapped to whole pixels, so one mask serves for all.
func (c *Canvas) discs(points []point, subs []subpath, w float64) {
	if c.disc.width != w {
		n := int(math.Ceil(w))
		c.disc = disc{width: w, size: n, pix: make([]uint8, n*n)}
		c.box = image.Rect(0, 0, n, n)
		c.fill.reset(n, n)
		c.fan(point{w / 2, w / 2}, w/2, 0, 2*math.Pi)
		c.fill.mask(c.disc.pix, n)
	}
	n := c.disc.size
	for _, s := range subs {
		for _, p := range points[s.start:s.end] {
			x, y := clampInt(lower(p.x, w)), clampInt(lower(p.y, w))
			r := image.Rect(x, y, x+n, y+n)
			if v := r.Intersect(c.clip); !v.Empty() {
				c.blendMask(c.disc.pix[(v.Min.Y-y)*n+v.Min.X-x:], n, v.Min.X, v.Min.Y, v.Dx(), v.Dy())
			}
		}
	}
}

// disc is a rasterised disc with its upper left corner on the pixel grid.
type disc struct {
	width float64
	size  int
	pix   []uint8
}

// segments calls f for each segment of the subpaths.
func segments(points []point, subs []subpath, f func(p, q point)) {
	for _, s := range subs {
		p := points[s.start:s.end]
		if len(p) == 1 {
			f(p[0], p[0]) // a dot
			continue
		}
		for i := 1; i < len(p); i++ {
			f(p[i-1], p[i])
		}
		if s.closed && len(p) > 2 {
			f(p[len(p)-1], p[0])
		}
	}
}

// ends is where the rectangle of a segment ends.
type ends int

const (
	square ends = iota // where the edge of a line across it would lie, so that corners are filled and sharp
	round              // at the middle of such a line, for a disc
	butt               // at the ends of the segment, for dashes
)

// sharp returns the rectangle of a segment along an axis.
func sharp(p, q point, w float64, e ends) (x0, y0, x1, y1 float64) {
	x0, y0 = lower(min(p.x, q.x), w), lower(min(p.y, q.y), w)
	x1, y1 = lower(max(p.x, q.x), w)+w, lower(max(p.y, q.y), w)+w
	level := math.Abs(p.x-q.x) >= math.Abs(p.y-q.y)
	switch {
	case e == round && level:
		x0, x1 = x0+w/2, x1-w/2
	case e == round:
		y0, y1 = y0+w/2, y1-w/2
	case e == butt && level:
		x0, x1 = min(p.x, q.x), max(p.x, q.x)
	case e == butt:
		y0, y1 = min(p.y, q.y), max(p.y, q.y)
	}
	return x0, y0, x1, y1
}

// lower returns the lower edge of a line of width w about centre: on the pixel grid if the line is
// at least one pixel wide, otherwise within one pixel.
func lower(centre, w float64) float64 {
	if w >= 1 {
		// All lines round half-way cases the same way, whatever the rounding errors.
		return math.Floor(centre - w/2 + 0.5 + 1e-6)
	}
	return math.Floor(centre + 1e-6)
}

// outline adds polygons that cover a line of half width h: a box for each segment, wedges at the
// joins and, as caps, half discs at the ends. All turn the same way, so their coverage adds up.
func (c *Canvas) outline(p []point, closed bool, h float64, caps bool) {
	p = distinct(p)
	if closed && len(p) > 1 && p[0] == p[len(p)-1] {
		p = p[:len(p)-1]
	}
	if len(p) == 1 {
		if caps {
			c.fan(p[0], h, 0, 2*math.Pi)
		}
		return
	}
	closed = closed && len(p) > 2
	n := len(p) - 1
	if closed {
		n++
	}
	var before float64 // direction of the segment before
	first := 0.0
	for i := 0; i < n; i++ {
		a, b := p[i], p[(i+1)%len(p)]
		angle := math.Atan2(b.y-a.y, b.x-a.x)
		s, k := math.Sincos(angle)
		nx, ny := -s*h, k*h
		c.moveTo(point{a.x - nx, a.y - ny})
		c.lineTo(point{a.x - nx, a.y - ny}, point{b.x - nx, b.y - ny})
		c.lineTo(point{b.x - nx, b.y - ny}, point{b.x + nx, b.y + ny})
		c.lineTo(point{b.x + nx, b.y + ny}, point{a.x + nx, a.y + ny})
		c.lineTo(point{a.x + nx, a.y + ny}, point{a.x - nx, a.y - ny})
		switch {
		case i > 0:
			c.join(a, h, before, angle)
		case closed:
			first = angle
		case caps:
			c.fan(a, h, angle+math.Pi/2, angle+3*math.Pi/2)
		}
		before = angle
	}
	switch {
	case closed:
		c.join(p[0], h, before, first)
	case caps:
		c.fan(p[n], h, before-math.Pi/2, before+math.Pi/2)
	}
}

// join fills the outer side of a corner between two directions.
func (c *Canvas) join(p point, h, from, to float64) {
	turn := math.Remainder(to-from, 2*math.Pi)
	switch {
	case math.Abs(turn) < 1e-3:
	case turn > 0: // the outer side is at −90°
		c.fan(p, h, from-math.Pi/2, from+turn-math.Pi/2)
	default:
		c.fan(p, h, from+turn+math.Pi/2, from+math.Pi/2)
	}
}

// fan adds the sector about p from one angle up to a greater one.
func (c *Canvas) fan(p point, h, from, to float64) {
	n := max(int(math.Ceil((to-from)/fanStep(h))), 1)
	c.moveTo(p)
	q := p
	for i := 0; i <= n; i++ {
		s, k := math.Sincos(from + (to-from)*float64(i)/float64(n))
		r := point{p.x + h*k, p.y + h*s}
		c.lineTo(q, r)
		q = r
	}
	c.lineTo(q, p)
}

func fanStep(h float64) float64 {
	if h <= 2*flatness {
		return math.Pi / 2
	}
	return max(2*math.Acos(1-flatness/h), math.Pi/60)
}

// distinct removes points that repeat the one before, in place.
func distinct(p []point) []point {
	n := 1
	for _, q := range p[1:] {
		if q != p[n-1] {
			p[n] = q
			n++
		}
	}
	return p[:n]
}
