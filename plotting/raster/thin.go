package raster

import (
	"image"
	"math"
	"sync"
)

// Lines up to thinWidth pixels wide, in paths of more than thinPoints points, are drawn by coverage
// of pixels instead of polygons. That is several times faster for paths of many small pieces, and
// differs only at caps and joins, by less than a pixel.
const (
	thinWidth  = 2.5
	thinPoints = 2000
	roundness  = 0.15 // length drawn beyond the ends of a line, as a share of its width
)

// unit is 1 in numbers of 16 bits after the point.
const unit = 1 << 16

// strokeThin gathers the coverage of all segments in the mask, saturating, and blends it.
func (c *Canvas) strokeThin(points []point, subs []subpath, w float64) {
	if !c.beginFill(points, w) {
		return
	}
	r := c.box
	width, height := r.Dx(), r.Dy()
	if cap(c.mask) < width*height {
		c.mask = make([]uint8, width*height)
	}
	c.mask = c.mask[:width*height]
	clear(c.mask)
	coverThin(c.mask, r, points, subs, w)
	c.blendMask(c.mask, width, r.Min.X, r.Min.Y, width, height)
}

// coverThin adds the coverage of all segments to the mask of a box.
func coverThin(mask []uint8, r image.Rectangle, points []point, subs []subpath, w float64) {
	width, height := r.Dx(), r.Dy()
	ox, oy := float64(r.Min.X), float64(r.Min.Y)
	segments(points, subs, func(p, q point) {
		px, py, qx, qy := p.x-ox, p.y-oy, q.x-ox, q.y-oy
		if math.Abs(qx-px) >= math.Abs(qy-py) {
			thinSegment(mask, 1, width, width, height, px, py, qx, qy, w)
		} else {
			thinSegment(mask, width, 1, height, width, py, px, qy, qx, w)
		}
	})
}

// thinSegment covers a segment that runs mostly along axis a of a mask. Along a there are na
// pixels, da apart; across it nb pixels, db apart.
func thinSegment(pix []uint8, da, db, na, nb int, a0, b0, a1, b1, w float64) {
	if a0 > a1 {
		a0, b0, a1, b1 = a1, b1, a0, b0
	}
	slope := 0.0
	if a1 > a0 {
		slope = (b1 - b0) / (a1 - a0)
	}
	// Caps and the outer sides of corners: the part of a disc of this width beyond an end.
	if l := math.Hypot(a1-a0, b1-b0); l > 0 {
		e := roundness * w / l
		a0, b0, a1, b1 = a0-e*(a1-a0), b0-e*(b1-b0), a1+e*(a1-a0), b1+e*(b1-b0)
	}
	// The steeper a line of width w, the wider it is across the axis.
	thick := w * math.Sqrt(1+slope*slope)
	from, to := max(a0, 0), min(a1, float64(na))
	if from >= to || max(b0, b1)+thick < 0 || min(b0, b1)-thick > float64(nb) {
		return
	}
	thickness := int(thick*unit + 0.5)
	step := int(math.Round(slope * unit))
	first, last := int(from), int(math.Ceil(to))-1
	low := b0 + slope*(from-a0) - thick/2
	if first == last {
		cover(pix[first*da:], db, nb, int((low+slope*(to-from)/2)*unit), thickness, int((to-from)*256))
		return
	}
	head := float64(first+1) - from
	cover(pix[first*da:], db, nb, int((low+slope*head/2)*unit), thickness, int(head*256))
	at, n := int((low+slope*(head+0.5))*unit), last-first-1
	thinMiddle(pix[(first+1)*da:], da, db, nb, n, at, step, thickness)
	tail := to - float64(last)
	cover(pix[last*da:], db, nb, int((low+slope*(to-from-tail/2))*unit), thickness, int(tail*256))
}

// thinMiddle covers n pixels in a row along a line, all of which it passes from side to side.
func thinMiddle(pix []uint8, da, db, nb, n, at, step, thickness int) {
	whole := thickness <= unit
	if whole && n > 0 && min(at, at+(n-1)*step) >= 0 && max(at, at+(n-1)*step) < (nb-1)*unit-places {
		thinRun(pix, da, db, n, at, step, thickness)
		return
	}
	from, to := within(at, step, n, -thickness, nb*unit)
	first, last := from, from // where both pixels that the line meets across lie in the mask
	if whole {
		first, last = within(at, step, n, 0, (nb-1)*unit-places)
		thinRun(pix[first*da:], da, db, last-first, at+first*step, step, thickness)
	}
	for i := from; i < first; i++ {
		cover(pix[i*da:], db, nb, at+i*step, thickness, 256)
	}
	for i := last; i < to; i++ {
		cover(pix[i*da:], db, nb, at+i*step, thickness, 256)
	}
}

// within returns the range of those k below n for which low ≤ at + k·step < high.
func within(at, step, n, low, high int) (from, to int) {
	if step < 0 {
		at, step, low, high = -at, -step, 1-high, 1-low
	}
	if step == 0 {
		if at < low || at >= high {
			return 0, 0
		}
		return 0, n
	}
	first := func(bound int) int { // the least k ≥ 0 with at + k·step ≥ bound
		if at >= bound {
			return 0
		}
		return (bound - at + step - 1) / step
	}
	return min(first(low), n), min(first(high), n)
}

// places is how many places within a pixel the edge of a thin line has.
const places = 256

// shares holds how much of two pixels a line at most a pixel thick covers, of the first and, times 256, of the second, by its
// thickness and the place of its edge in the first, both in units of 1/places.
var shares = sync.OnceValue(func() *[places + 1][places]uint16 {
	t := new([places + 1][places]uint16)
	for thick := range t {
		for at := range t[thick] {
			near := min(places-at, thick)
			t[thick][at] = uint16(min(near, 255) | (thick-near)<<8)
		}
	}
	return t
})

// saturated holds the sum of two coverages, 255 at most.
var saturated = func() (t [512]uint8) {
	for i := range t {
		t[i] = uint8(min(i, 255))
	}
	return t
}()

// thinRun covers n pixels in a row along a line that lies within the mask and is at most a pixel
// thick, so that it meets two pixels across. Tables are quicker than sums here: they need no branch that a
// processor could guess wrongly.
func thinRun(pix []uint8, da, db, n, at, step, thickness int) {
	share := &shares()[(thickness+unit/(2*places))/(unit/places)]
	at += unit / (2 * places)
	base := 0
	for ; n > 0; n-- {
		i := base + at>>16*db
		v := share[uint8(at>>8)]
		pix[i] = saturated[(uint16(pix[i])+v&255)&511]
		pix[i+db] = saturated[(uint16(pix[i+db])+v>>8)&511]
		at += step
		base += da
	}
}

// cover adds share/256 of the coverage of an interval to n pixels db apart. The interval begins at
// low and is thick long, both in units of 2⁻¹⁶.
func cover(pix []uint8, db, n, low, thick, share int) {
	i := low >> 16
	a := unit - low&(unit-1)
	for ; thick > 0 && i < n; i++ {
		if i >= 0 {
			p := &pix[i*db]
			*p = uint8(min(int(*p)+(min(a, thick)*share)>>16, 255))
		}
		thick -= a
		a = unit
	}
}
