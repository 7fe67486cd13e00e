package raster

import (
	"encoding/binary"
	"image"
	"math"

	"gonum.org/v1/plot/vg"
)

// subpath is a run of c.points.
type subpath struct {
	start, end int
	closed     bool
}

// flatness is how far, in pixels, a chord may lie from its arc.
const flatness = 0.1

// flatten turns p into polylines in pixels, in c.points and c.subs. A coordinate that is not finite
// breaks the line.
func (c *Canvas) flatten(p vg.Path) {
	c.points, c.subs = c.points[:0], c.subs[:0]
	start := 0
	end := func(closed bool) {
		if len(c.points) > start {
			c.subs = append(c.subs, subpath{start, len(c.points), closed})
		}
		start = len(c.points)
	}
	var first, last vg.Point // in user coordinates
	begun := false
	add := func(q vg.Point) {
		d := c.apply(q)
		if math.IsNaN(d.x+d.y) || math.IsInf(d.x, 0) || math.IsInf(d.y, 0) {
			end(false)
			begun = false
			return
		}
		if !begun {
			begun, first = true, q
		}
		c.points = append(c.points, d)
		last = q
	}
	for i := range p {
		comp := &p[i]
		if !begun && comp.Type != vg.MoveComp && comp.Type != vg.ArcComp && len(c.subs) > 0 && start == len(c.points) &&
			c.subs[len(c.subs)-1].closed {
			add(first) // Close moves the pen to the beginning of the closed part
		}
		switch comp.Type {
		case vg.MoveComp:
			end(false)
			begun = false
			add(comp.Pos)
		case vg.LineComp:
			add(comp.Pos)
		case vg.ArcComp:
			r := math.Abs(float64(comp.Radius)) * c.m.Factor()
			n := arcSteps(r, comp.Angle)
			for k := 0; k <= n; k++ {
				s, co := math.Sincos(comp.Start + comp.Angle*float64(k)/float64(n))
				add(vg.Point{X: comp.Pos.X + comp.Radius*vg.Length(co), Y: comp.Pos.Y + comp.Radius*vg.Length(s)})
			}
		case vg.CurveComp:
			p0, p3 := last, comp.Pos
			var p1, p2 vg.Point
			switch len(comp.Control) {
			case 1: // a quadratic curve as a cubic one
				q := comp.Control[0]
				p1 = vg.Point{X: p0.X + (q.X-p0.X)*2/3, Y: p0.Y + (q.Y-p0.Y)*2/3}
				p2 = vg.Point{X: p3.X + (q.X-p3.X)*2/3, Y: p3.Y + (q.Y-p3.Y)*2/3}
			case 2:
				p1, p2 = comp.Control[0], comp.Control[1]
			default:
				panic("raster: curve without one or two control points")
			}
			n := curveSteps(c.apply(p0), c.apply(p1), c.apply(p2), c.apply(p3))
			for k := 1; k <= n; k++ {
				a, b, c, d := bernstein(float64(k) / float64(n))
				b0, b1, b2, b3 := vg.Length(a), vg.Length(b), vg.Length(c), vg.Length(d)
				add(vg.Point{
					X: b0*p0.X + b1*p1.X + b2*p2.X + b3*p3.X,
					Y: b0*p0.Y + b1*p1.Y + b2*p2.Y + b3*p3.Y,
				})
			}
		case vg.CloseComp:
			end(true)
			begun = false
		default:
			panic("raster: unknown path component")
		}
	}
	end(false)
}

// arcSteps returns how many chords stand for an arc of radius r pixels.
func arcSteps(r, angle float64) int {
	if !(r > flatness) || math.IsInf(r, 0) {
		return 2
	}
	step := 2 * math.Acos(1-flatness/r)
	return int(min(max(math.Ceil(math.Abs(angle)/step), 2), 2000))
}

// curveSteps bounds the chords of a cubic by its second differences.
func curveSteps(p0, p1, p2, p3 point) int {
	d := max(math.Hypot(p0.x-2*p1.x+p2.x, p0.y-2*p1.y+p2.y), math.Hypot(p1.x-2*p2.x+p3.x, p1.y-2*p2.y+p3.y))
	n := math.Ceil(math.Sqrt(0.75 * d / flatness))
	if !(n < 1000) {
		return 1000
	}
	return max(int(n), 1)
}

// along is how far from an axis, in pixels, a line may end and still count as parallel to it.
const along = 1e-3

// straight reports whether all segments of the subpaths run along the axes.
func straight(points []point, subs []subpath) bool {
	for _, s := range subs {
		p := points[s.start:s.end]
		q := p[0]
		if s.closed {
			q = p[len(p)-1]
		}
		for _, r := range p {
			if math.Abs(r.x-q.x) > along && math.Abs(r.y-q.y) > along {
				return false
			}
			q = r
		}
	}
	return true
}

// Fill implements vg.Canvas: the inside by the non-zero rule.
func (c *Canvas) Fill(p vg.Path) {
	if c.ink.a == 0 || c.clip.Empty() {
		return
	}
	c.flatten(p)
	if c.fillRectangles() {
		return
	}
	if !c.beginFill(c.points, 0) {
		return
	}
	for _, s := range c.subs {
		c.polygon(c.points[s.start:s.end])
	}
	c.endFill()
}

// fillRectangles fills the path if it is made only of upright rectangles that all turn the same
// way. A translucent ink allows one rectangle only, because ink must not be laid on twice where
// they overlap.
func (c *Canvas) fillRectangles() bool {
	if c.ink.a != 255 && len(c.subs) != 1 {
		return false
	}
	turn := 0.0
	for _, s := range c.subs {
		p := c.points[s.start:s.end]
		if len(p) == 5 && p[4] == p[0] {
			p = p[:4]
		}
		if len(p) != 4 {
			return false
		}
		flat := math.Abs(p[0].y-p[1].y) <= along && math.Abs(p[1].x-p[2].x) <= along && math.Abs(p[2].y-p[3].y) <= along &&
			math.Abs(p[3].x-p[0].x) <= along
		steep := math.Abs(p[0].x-p[1].x) <= along && math.Abs(p[1].y-p[2].y) <= along && math.Abs(p[2].x-p[3].x) <= along &&
			math.Abs(p[3].y-p[0].y) <= along
		if !flat && !steep {
			return false
		}
		t := (p[1].x-p[0].x)*(p[2].y-p[1].y) - (p[1].y-p[0].y)*(p[2].x-p[1].x)
		if t*turn < 0 {
			return false
		}
		if t != 0 {
			turn = t
		}
	}
	for _, s := range c.subs {
		p, q := c.points[s.start], c.points[s.start+2]
		x0, x1 := snapEdges(min(p.x, q.x), max(p.x, q.x))
		y0, y1 := snapEdges(min(p.y, q.y), max(p.y, q.y))
		c.rect(x0, y0, x1, y1)
	}
	return true
}

// snapEdges moves both edges to the pixel grid, unless the interval is so narrow
// that its width would change by a half or more.
func snapEdges(a, b float64) (float64, float64) {
	if b-a < 1.5 {
		return a, b
	}
	return math.Round(a), math.Round(b)
}

// beginFill prepares the rasteriser for polygons within margin pixels of the points.
// It returns false if none can be seen.
func (c *Canvas) beginFill(points []point, margin float64) bool {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range points {
		x0, y0, x1, y1 = min(x0, p.x), min(y0, p.y), max(x1, p.x), max(y1, p.y)
	}
	r := image.Rectangle{
		Min: image.Point{clampInt(math.Floor(x0 - margin)), clampInt(math.Floor(y0 - margin))},
		Max: image.Point{clampInt(math.Ceil(x1 + margin)), clampInt(math.Ceil(y1 + margin))},
	}.Intersect(c.clip)
	if r.Empty() {
		return false
	}
	c.box = r
	c.fill.reset(r.Dx(), r.Dy())
	return true
}

// polygon adds a closed polygon.
func (c *Canvas) polygon(p []point) {
	if len(p) < 3 {
		return
	}
	c.moveTo(p[0])
	q := p[0]
	for _, r := range p[1:] {
		c.lineTo(q, r)
		q = r
	}
	c.lineTo(q, p[0])
}

func (c *Canvas) moveTo(p point) {
	x, y := c.inside(p.x-float64(c.box.Min.X), p.y-float64(c.box.Min.Y))
	c.fill.moveTo(float32(x), float32(y))
}

// inside moves a place into the rasteriser's box.
func (c *Canvas) inside(x, y float64) (float64, float64) {
	return min(max(x, 0), float64(c.box.Dx())), min(max(y, 0), float64(c.box.Dy()))
}

// lineTo adds a line from p to q. The part outside the box of the rasteriser is pushed to its
// border: on the left it counts, elsewhere it does not. So lines that reach far out cost nothing.
func (c *Canvas) lineTo(p, q point) {
	w, h := float64(c.box.Dx()), float64(c.box.Dy())
	ox, oy := float64(c.box.Min.X), float64(c.box.Min.Y)
	p.x, p.y, q.x, q.y = p.x-ox, p.y-oy, q.x-ox, q.y-oy
	if p.x < 0 || p.x > w || p.y < 0 || p.y > h || q.x < 0 || q.x > w || q.y < 0 || q.y > h {
		// The line bends where it crosses a border: at most four places.
		var cuts [4]float64
		n := 0
		cut := func(a, b, edge float64) {
			if (a < edge) != (b < edge) {
				cuts[n] = (edge - a) / (b - a)
				n++
			}
		}
		cut(p.x, q.x, 0)
		cut(p.x, q.x, w)
		cut(p.y, q.y, 0)
		cut(p.y, q.y, h)
		for i := 1; i < n; i++ {
			for j := i; j > 0 && cuts[j] < cuts[j-1]; j-- {
				cuts[j], cuts[j-1] = cuts[j-1], cuts[j]
			}
		}
		for _, t := range cuts[:n] {
			x, y := c.inside(p.x+t*(q.x-p.x), p.y+t*(q.y-p.y))
			c.fill.lineTo(float32(x), float32(y))
		}
	}
	x, y := c.inside(q.x, q.y)
	c.fill.lineTo(float32(x), float32(y))
}

// endFill blends the pixels that the polygons cover.
func (c *Canvas) endFill() {
	at, k := c.box.Min, c.ink
	lanes, opaque := spread(k.word), k.a == 255
	for y := c.fill.top; y < c.fill.last; y++ {
		row := c.dst.Pix[(at.Y+y)*c.dst.Stride+4*at.X:]
		runs, mask := c.fill.takeRow(y)
		for _, r := range runs {
			switch {
			case r.coverage > 0:
				run(row[4*r.x:], r.n, k, r.coverage)
				continue
			case r.n >= wideRow:
				c.blendMask(mask[r.x:], len(mask), at.X+r.x, at.Y+y, r.n, 1)
				continue
			}
			for i, m := range mask[r.x : r.x+r.n] {
				p := row[4*(r.x+i):][:4]
				switch {
				case m == 0:
				case opaque:
					over(p, k, uint32(m))
				default: // over, without a call
					rest := uint64(255 - div255(uint32(k.a)*uint32(m)))
					binary.LittleEndian.PutUint32(p, gatherExact(lanes*uint64(m)+spread(binary.LittleEndian.Uint32(p))*rest))
				}
			}
		}
	}
	c.fill.close()
}
