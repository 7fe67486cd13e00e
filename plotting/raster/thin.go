package raster

import (
	"encoding/binary"
	"math"
	"runtime"
	"sync"

	"example.org/espalier/inference/parallel"
)

// Lines up to thinWidth pixels wide, in paths of more than thinPoints points, are drawn by coverage
// of pixels instead of polygons. That is several times faster for paths of many small pieces, and
// differs only at caps and joins, by less than a pixel.
const (
	thinWidth  = 2.5
	thinPoints = 400
	roundness  = 0.15 // length drawn beyond the ends of a line, as a share of its width
)

// unit is 1 in numbers of 16 bits after the point, places 1 in numbers of 8 bits after the point.
const (
	unit   = 1 << 16
	places = 1 << 8
)

// share is how many subpaths are worth another goroutine, and sharers how many there are at most.
const (
	share   = 1000
	sharers = 4
)

// strokeThin gathers the coverage of all segments, saturating, and blends it. On several processors each covers strips
// of its own with a part of the subpaths. Coverage saturates, so the sum is the same in any parts.
func (c *Canvas) strokeThin(points []point, subs []subpath, w float64) {
	if !c.beginFill(points, w) {
		return
	}
	r := c.box
	n := max(min(runtime.GOMAXPROCS(0), sharers, len(subs)/share), 1)
	for len(c.thin) < n {
		c.thin = append(c.thin, thin{})
	}
	parallel.Do(n, n, func(k int) {
		t := &c.thin[k]
		t.flat.reset(r.Dx(), r.Dy())
		t.steep.reset(r.Dy(), r.Dx())
		ox, oy := float64(r.Min.X), float64(r.Min.Y)
		segments(points, subs[len(subs)*k/n:len(subs)*(k+1)/n], func(p, q point) {
			px, py, qx, qy := p.x-ox, p.y-oy, q.x-ox, q.y-oy
			if math.Abs(qx-px) >= math.Abs(qy-py) {
				t.flat.segment(px, py, qx, qy, w)
			} else {
				t.steep.segment(py, px, qy, qx, w)
			}
		})
	})
	bands := (r.Dy() + bandRows - 1) / bandRows
	parallel.Do(n, n, func(k int) { // each processor puts together and blends a part of the bands
		for b := bands * k / n; b < bands*(k+1)/n; b++ {
			from := b * bandRows
			rows := min(bandRows, r.Dy()-from)
			pix, width := band(c.thin[:n], k, from, rows)
			c.blendMask(pix, width, r.Min.X, r.Min.Y+from, r.Dx(), rows)
		}
	})
}

// A thin is the coverage of the pixels of a box by thin lines.
type thin struct {
	flat, steep strips // by lines that run mostly across, along x, and mostly upwards, along y
	band        []uint8
}

// bandRows is how many rows of a picture are put together and blended at a time.
const bandRows = 32

// Strips hold the coverage of pixels by lines that run mostly along one axis. There are na pixels along it, cut into
// strips of eight; a strip holds its nb pixels across the axis, eight beside each other after eight. So the bytes that
// a line changes lie close together, whatever its slope.
type strips struct {
	pix    []uint8
	na, nb int
	stride int // from strip to strip
}

// spare is room behind each strip, because four rows of eight pixels are written at a time.
const spare = 4 * 8

// reset makes empty strips.
func (s *strips) reset(na, nb int) {
	s.na, s.nb = na, nb
	s.stride = 8*((nb+7)&^7) + spare
	if n := s.stride * ((na + 7) / 8); cap(s.pix) < n {
		s.pix = make([]uint8, n)
	} else {
		s.pix = s.pix[:n]
		clear(s.pix)
	}
}

// column returns the pixels from place a along the axis on; those across it are eight bytes apart.
func (s *strips) column(a int) []uint8 { return s.pix[a>>3*s.stride+a&7:] }

// segment covers a segment of width w that runs mostly along the axis.
func (s *strips) segment(a0, b0, a1, b1, w float64) {
	if a0 > a1 {
		a0, b0, a1, b1 = a1, b1, a0, b0
	}
	slope := 0.0
	if a1 > a0 {
		slope = (b1 - b0) / (a1 - a0)
	}
	// The steeper a line of width w, the wider it is across the axis.
	wider := math.Sqrt(1 + slope*slope)
	// Caps and the outer sides of corners: the part of a disc of this width beyond an end.
	if a1 > a0 {
		e := roundness * w / wider
		a0, b0, a1, b1 = a0-e, b0-e*slope, a1+e, b1+e*slope
	}
	thick := w * wider
	from, to := max(a0, 0), min(a1, float64(s.na))
	if from >= to || max(b0, b1)+thick < 0 || min(b0, b1)-thick > float64(s.nb) {
		return
	}
	thickness := int(thick*unit + 0.5)
	step := int(math.Round(slope * unit))
	first, last := int(from), int(math.Ceil(to))-1
	low := b0 + slope*(from-a0) - thick/2
	if first == last {
		cover(s.column(first), s.nb, int((low+slope*(to-from)/2)*unit), thickness, int((to-from)*256))
		return
	}
	head := float64(first+1) - from
	cover(s.column(first), s.nb, int((low+slope*head/2)*unit), thickness, int(head*256))
	s.run(first+1, last-first-1, int((low+slope*(head+0.5))*unit), step, thickness)
	tail := to - float64(last)
	cover(s.column(last), s.nb, int((low+slope*(to-from-tail/2))*unit), thickness, int(tail*256))
}

// mostWide is up to how many pixels across the axis wide instructions are used: their numbers have 32 bits.
const mostWide = 1 << 14

// run covers n pixels from place a along the axis on, all of which a line passes from side to side. The line begins
// across the axis at at, is thick and moves on by step.
func (s *strips) run(a, n, at, step, thickness int) {
	from, to := within(at, step, n, -thickness, s.nb*unit)
	if from >= to {
		return
	}
	const half = unit / places / 2
	thick := (thickness + half) / (unit / places)
	a, n, at = a+from, to-from, at+from*step+half
	if wide && s.nb <= mostWide {
		first, last := a>>3, (a+n-1)>>3
		coverWide(&s.pix[first*s.stride], s.stride, last-first+1, at-a&7*step, step, thick, s.nb, a&7, (a+n-1)&7)
		return
	}
	first, last := n, n // where all pixels that the line meets across lie in the strips
	if thick <= 2*places {
		first, last = within(at, step, n, 0, max(s.nb-2, 0)*unit)
	}
	slow := func(from, to int) {
		for i := from; i < to; i++ {
			cover(s.column(a+i), s.nb, (at+i*step)&^(unit/places-1), thick*(unit/places), 256)
		}
	}
	slow(0, first)
	switch {
	case first == last:
	case thick <= places:
		s.thinRun(a+first, last-first, at+first*step, step, thick)
	default:
		s.thickRun(a+first, last-first, at+first*step, step, thick)
	}
	slow(last, n)
}

// shares holds how much of two pixels a line at most a pixel thick covers, of the first and, times 256, of the second,
// by its thickness and the place of its edge in the first, both in units of 1/places.
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

// thinRun is run for a line that lies within the strips and is at most a pixel thick, so that it meets two pixels
// across. Tables are quicker than sums here: they need no branch that a processor could guess wrongly.
func (s *strips) thinRun(a, n, at, step, thick int) {
	share, pix := &shares()[thick], s.pix
	for i := a>>3*s.stride + a&7; n > 0; n-- {
		v, p := share[uint8(at>>8)], pix[i+at>>16*8:]
		p = p[:9:9]
		p[0] = saturated[(uint16(p[0])+v&255)&511]
		p[8] = saturated[(uint16(p[8])+v>>8)&511]
		at += step
		a++
		i++
		if a&7 == 0 {
			i += s.stride - 8
		}
	}
}

// thickRun is thinRun for a line one or two pixels thick, so that it meets three.
func (s *strips) thickRun(a, n, at, step, thick int) {
	pix := s.pix
	for i := a>>3*s.stride + a&7; n > 0; n-- {
		p := pix[i+at>>16*8:]
		p = p[:17:17]
		near := places - int(uint8(at>>8)) // at most thick
		rest := thick - near
		p[0] = saturated[(int(p[0])+near)&511]
		p[8] = saturated[(int(p[8])+min(rest, 255))&511]
		p[16] = saturated[(int(p[16])+max(rest-places, 0))&511]
		at += step
		a++
		i++
		if a&7 == 0 {
			i += s.stride - 8
		}
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

// cover adds share/256 of the coverage of an interval to n pixels, eight bytes apart. The interval begins at
// low and is thick long, both in units of 2⁻¹⁶.
func cover(pix []uint8, n, low, thick, share int) {
	i := low >> 16
	a := unit - low&(unit-1)
	for ; thick > 0 && i < n; i++ {
		if i >= 0 {
			p := &pix[8*i]
			*p = uint8(min(int(*p)+(min(a, thick)*share)>>16, 255))
		}
		thick -= a
		a = unit
	}
}

// band puts the coverage of rows from a row on, which is a multiple of eight, into c.thin[k].band, and returns the
// width of the rows there: that of the pictures, rounded up to whole strips.
func band(all []thin, k, from, rows int) (pix []uint8, width int) {
	width = (all[0].flat.na + 7) &^ 7
	if pix = all[k].band; len(pix) < width*bandRows {
		pix = make([]uint8, width*bandRows)
		all[k].band = pix
	}
	clear(pix)
	for y := 0; y < rows; y += 8 {
		for i := range all {
			all[i].weave(pix[y*width:][:8*width], width, from+y)
		}
	}
	return pix, width
}

// weave adds the coverage of the eight rows from y on to those of out.
func (t *thin) weave(out []uint8, width, y int) {
	flat, steep := t.flat.pix[8*y:], t.steep.pix[y>>3*t.steep.stride:]
	if wide {
		_, _ = flat[(width/8-1)*t.flat.stride+63], steep[8*width-1] // the instructions check no bounds
		_ = out[8*width-1]
		weaveWide(&out[0], &flat[0], &steep[0], width, t.flat.stride)
		return
	}
	for x := 0; x < width; x += 8 {
		rows, columns := flat[x>>3*t.flat.stride:][:64], steep[8*x:][:64]
		var b [8]uint64
		for i := range b {
			b[i] = binary.LittleEndian.Uint64(columns[8*i:])
		}
		turn(&b)
		for i := range b {
			p := out[i*width+x:][:8]
			sum := addSaturating(binary.LittleEndian.Uint64(p), addSaturating(b[i], binary.LittleEndian.Uint64(rows[8*i:])))
			binary.LittleEndian.PutUint64(p, sum)
		}
	}
}

// addSaturating adds eight bytes to eight, up to 255.
func addSaturating(x, y uint64) uint64 {
	const low, high = 0x7F7F7F7F7F7F7F7F, 0x8080808080808080
	if y == 0 {
		return x
	}
	s := (x&low + y&low) ^ (x^y)&high
	over := (x&y | (x|y)&^s) & high
	return s | over>>7*255
}

// turn exchanges the rows and the columns of eight by eight bytes.
func turn(b *[8]uint64) {
	for i := 0; i < 8; i += 2 {
		x := (b[i]>>8 ^ b[i+1]) & 0x00FF00FF00FF00FF
		b[i], b[i+1] = b[i]^x<<8, b[i+1]^x
	}
	for _, i := range [4]int{0, 1, 4, 5} {
		x := (b[i]>>16 ^ b[i+2]) & 0x0000FFFF0000FFFF
		b[i], b[i+2] = b[i]^x<<16, b[i+2]^x
	}
	for i := range 4 {
		x := (b[i]>>32 ^ b[i+4]) & 0x00000000FFFFFFFF
		b[i], b[i+4] = b[i]^x<<32, b[i+4]^x
	}
}
