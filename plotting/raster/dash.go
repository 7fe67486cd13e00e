package raster

import "math"

// dash cuts c.points and c.subs by the pattern of the line into c.dashed and c.dashes. It keeps only dashes that may be
// visible with a line w pixels wide.
func (c *Canvas) dash(w float64) {
	c.dashed, c.dashes = c.dashed[:0], c.dashes[:0]
	factor := c.m.Factor()
	pattern := make([]float64, 0, 2*len(c.pattern))
	period := 0.0
	for _, d := range c.pattern {
		l := math.Max(float64(d)*factor, 0)
		pattern = append(pattern, l)
		period += l
	}
	if len(pattern)%2 == 1 { // an odd pattern alternates its meaning
		pattern = append(pattern, pattern...)
		period *= 2
	}
	if !(period > 0.5) || math.IsInf(period, 0) { // too fine to see
		c.dashed, c.dashes = append(c.dashed, c.points...), append(c.dashes, c.subs...)
		return
	}
	for _, s := range c.subs {
		d := dasher{c: c, pattern: pattern, period: period}
		d.skip(float64(c.offset) * factor)
		p := c.points[s.start:s.end]
		for i := 1; i < len(p); i++ {
			d.segment(p[i-1], p[i], w)
		}
		if s.closed {
			d.segment(p[len(p)-1], p[0], w)
		}
		d.lift()
	}
}

// dasher walks along a line through its pattern.
type dasher struct {
	c       *Canvas
	pattern []float64
	period  float64
	at      int     // place in pattern; even places are drawn
	left    float64 // until the next place
	begun   bool    // whether it was started
	down    bool    // whether a dash is being drawn
	start   int     // of that dash in c.dashed
}

// skip moves on by a length without drawing.
func (d *dasher) skip(length float64) {
	if !d.begun {
		d.begun, d.left = true, d.pattern[0]
	}
	length = math.Mod(length, d.period)
	if length < 0 {
		length += d.period
	}
	for length >= d.left {
		length -= d.left
		d.at = (d.at + 1) % len(d.pattern)
		d.left = d.pattern[d.at]
	}
	d.left -= length
}

func (d *dasher) lift() {
	if d.down {
		d.c.dashes = append(d.c.dashes, subpath{start: d.start, end: len(d.c.dashed)})
	}
	d.down = false
}

func (d *dasher) segment(p, q point, w float64) {
	length := math.Hypot(q.x-p.x, q.y-p.y)
	if length == 0 {
		return
	}
	t0, t1 := d.c.visible(p, q, w)
	if t0 >= t1 {
		d.lift()
		d.skip(length)
		return
	}
	if t0 > 0 {
		d.lift()
		d.skip(t0 * length)
	}
	at := func(x float64) point { return point{p.x + (q.x-p.x)*x/length, p.y + (q.y-p.y)*x/length} }
	for x, end := t0*length, t1*length; x < end; {
		step := min(d.left, end-x)
		if d.at%2 == 0 {
			if !d.down {
				d.down, d.start = true, len(d.c.dashed)
				d.c.dashed = append(d.c.dashed, at(x))
			}
			d.c.dashed = append(d.c.dashed, at(x+step))
		}
		x += step
		if d.left -= step; d.left <= 0 {
			d.lift()
			d.at = (d.at + 1) % len(d.pattern)
			d.left = d.pattern[d.at]
		}
	}
	if t1 < 1 {
		d.lift()
		d.skip((1 - t1) * length)
	}
}

// visible returns the part of the segment, in shares of its length, that comes within w of the
// clip.
func (c *Canvas) visible(p, q point, w float64) (t0, t1 float64) {
	t0, t1 = 0, 1
	cut := func(a, b, low, high float64) {
		if a == b {
			if a < low || a > high {
				t1 = 0
			}
			return
		}
		u, v := (low-a)/(b-a), (high-a)/(b-a)
		t0, t1 = max(t0, min(u, v)), min(t1, max(u, v))
	}
	cut(p.x, q.x, float64(c.clip.Min.X)-w, float64(c.clip.Max.X)+w)
	cut(p.y, q.y, float64(c.clip.Min.Y)-w, float64(c.clip.Max.Y)+w)
	return t0, t1
}
