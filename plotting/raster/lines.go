package raster

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// Lines strokes straight lines, from points[0] to points[1], from points[2] to points[3] and so on. It draws the same
// pixels as Stroke of a path of them, without the path.
func (c *Canvas) Lines(points []vg.Point) {
	w := float64(c.lineWidth) * c.m.Factor()
	if len(c.pattern) > 0 || w > thinWidth || len(points) <= thinPoints {
		p := make(vg.Path, 0, len(points))
		for i := 0; i+1 < len(points); i += 2 {
			p = append(p, vg.PathComp{Type: vg.MoveComp, Pos: points[i]}, vg.PathComp{Type: vg.LineComp, Pos: points[i+1]})
		}
		c.Stroke(p)
		return
	}
	if !(w > 0) || c.ink.a == 0 || c.clip.Empty() {
		return
	}
	c.points, c.subs = c.points[:0], c.subs[:0]
	for i := 0; i+1 < len(points); i += 2 {
		p, q := c.apply(points[i]), c.apply(points[i+1])
		if sum := p.x + p.y + q.x + q.y; math.IsNaN(sum) || math.IsInf(sum, 0) {
			continue
		}
		c.subs = append(c.subs, subpath{len(c.points), len(c.points) + 2, false})
		c.points = append(c.points, p, q)
	}
	c.strokeThin(c.points, c.subs, w)
}

const (
	stamped   = 8   // greatest radius, in pixels, of discs that are stamped
	stampMany = 200 // more discs than this are stamped
	stampSub  = 4   // places of a stamp within a pixel, along each axis
)

// stamps are the masks of a disc at several places within a pixel. Rows are padded, see blendPadded.
type stamps struct {
	radius float64
	size   int
	stride int
	pix    [stampSub * stampSub][]uint8
}

// Discs fills discs of one radius. Many small ones of an opaque ink are stamped, to a quarter of a
// pixel.
func (c *Canvas) Discs(centres []vg.Point, radius vg.Length) {
	r := float64(radius) * c.m.Factor()
	if r > stamped || len(centres) <= stampMany || c.ink.a != 255 {
		var p vg.Path
		for _, at := range centres {
			p.Move(vg.Point{X: at.X + radius, Y: at.Y})
			p.Arc(at, radius, 0, 2*math.Pi)
			p.Close()
		}
		c.Fill(p)
		return
	}
	if !(r > 0) || c.clip.Empty() {
		return
	}
	c.stamp(r)
	n := c.stamps.size
	for _, centre := range centres {
		at := c.apply(centre)
		left, top := at.x-r, at.y-r
		if !(left > -1e6 && left < 1e6 && top > -1e6 && top < 1e6) {
			continue
		}
		x, y := math.Floor(left), math.Floor(top)
		pix := c.stamps.pix[int((top-y)*stampSub)*stampSub+int((left-x)*stampSub)]
		x0, y0 := int(x), int(y)
		x1, y1 := min(x0+n, c.clip.Max.X), min(y0+n, c.clip.Max.Y)
		fx, fy := max(x0, c.clip.Min.X), max(y0, c.clip.Min.Y)
		if fx < x1 && fy < y1 {
			if pix = pix[(fy-y0)*c.stamps.stride+fx-x0:]; x1-fx == n {
				c.blendPadded(pix, c.stamps.stride, fx, fy, n, y1-fy)
			} else {
				c.blendSlowly(pix, c.stamps.stride, fx, fy, x1-fx, y1-fy)
			}
		}
	}
}

// stamp makes the masks of discs of a radius in pixels.
func (c *Canvas) stamp(r float64) {
	if c.stamps.radius == r {
		return
	}
	n := int(math.Ceil(2*r)) + 1
	stride := padded(n)
	c.stamps = stamps{radius: r, size: n, stride: stride}
	c.box.Min.X, c.box.Min.Y, c.box.Max.X, c.box.Max.Y = 0, 0, n, n
	for k := range c.stamps.pix {
		x, y := (float64(k%stampSub)+0.5)/stampSub, (float64(k/stampSub)+0.5)/stampSub
		c.stamps.pix[k] = make([]uint8, stride*n)
		c.fill.reset(n, n)
		c.fan(point{x + r, y + r}, r, 0, 2*math.Pi)
		c.fill.mask(c.stamps.pix[k], stride)
	}
}
