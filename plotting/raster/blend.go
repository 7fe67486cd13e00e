package raster

import (
	"encoding/binary"
	"image/color"
	"math"
	"math/bits"
)

// ink is a premultiplied colour, ready to be written.
type ink struct {
	r, g, b, a uint8
	word       uint32 // the four as they lie in memory
}

func newInk(c color.Color) ink {
	r, g, b, a := c.RGBA()
	k := ink{r: uint8(r >> 8), g: uint8(g >> 8), b: uint8(b >> 8), a: uint8(a >> 8)}
	k.word = uint32(k.r) | uint32(k.g)<<8 | uint32(k.b)<<16 | uint32(k.a)<<24
	return k
}

// div255 returns x/255 rounded, for 0 ≤ x ≤ 255².
func div255(x uint32) uint32 { return (x + 128 + (x+128)>>8) >> 8 }

// spread puts the four bytes of a pixel into four lanes of 16 bits.
func spread(p uint32) uint64 { return uint64(p&0x00FF00FF) | uint64(p&0xFF00FF00)<<24 }

// gather undoes spread after multiplication by shares that sum to 256, rounding.
func gather(l uint64) uint32 {
	l += 0x0080_0080_0080_0080
	return uint32(l>>8)&0x00FF00FF | uint32(l>>32)&0xFF00FF00
}

// over draws k with the given coverage, 0 to 255, over the pixel p[0:4].
func over(p []uint8, k ink, coverage uint32) {
	_ = p[3]
	if k.a == 255 {
		if coverage == 255 {
			binary.LittleEndian.PutUint32(p, k.word)
			return
		}
		share := uint64(coverage + coverage>>7) // of 256
		l := spread(k.word)*share + spread(binary.LittleEndian.Uint32(p))*(256-share)
		binary.LittleEndian.PutUint32(p, gather(l))
		return
	}
	// Rounding is exact, so that translucent inks leave an opaque ground opaque.
	l, rest := k.through(coverage)
	binary.LittleEndian.PutUint32(p, gatherExact(l+spread(binary.LittleEndian.Uint32(p))*rest))
}

// through returns, times 255, the amount that k adds to each lane of a pixel at a coverage, and the share of 255 that
// the ground keeps.
func (k ink) through(coverage uint32) (lanes, rest uint64) {
	return spread(k.word) * uint64(coverage), uint64(255 - div255(uint32(k.a)*coverage))
}

// gatherExact undoes spread after multiplication by shares that sum to 255, each lane rounded as by
// div255. A premultiplied colour is at most its opacity, so no lane overflows.
func gatherExact(l uint64) uint32 {
	const half, low = 0x0080_0080_0080_0080, 0x00FF_00FF_00FF_00FF
	l += half
	l += l >> 8 & low
	return uint32(l>>8)&0x00FF00FF | uint32(l>>32)&0xFF00FF00
}

// overWord draws a premultiplied pixel, as it lies in memory, over p[0:4].
func overWord(p []uint8, word uint32) {
	a := word >> 24
	if a == 255 {
		binary.LittleEndian.PutUint32(p, word)
		return
	}
	over(p, ink{r: uint8(word), g: uint8(word >> 8), b: uint8(word >> 16), a: uint8(a), word: word}, 255)
}

// levels are masks of one coverage, for wide instructions.
var levels = func() *[256][64]uint8 {
	t := new([256][64]uint8)
	for coverage := range t {
		for i := range t[coverage] {
			t[coverage][i] = uint8(coverage)
		}
	}
	return t
}()

// run draws k with one coverage over n pixels in a row.
func run(p []uint8, n int, k ink, coverage uint32) {
	p = p[:4*n]
	if coverage == 255 && k.a == 255 {
		if n == 0 {
			return
		}
		binary.LittleEndian.PutUint32(p, k.word)
		for done := 4; done < len(p); done *= 2 {
			copy(p[done:], p[:done])
		}
		return
	}
	if k.a == 255 {
		share := uint64(coverage + coverage>>7) // as in over
		l, rest := spread(k.word)*share, 256-share
		for ; len(p) >= 4; p = p[4:] {
			binary.LittleEndian.PutUint32(p, gather(l+spread(binary.LittleEndian.Uint32(p))*rest))
		}
		return
	}
	if wide && n >= wideRow {
		for level := &levels[coverage]; len(p) >= 32; {
			m := min(len(level), len(p)/4&^7)
			tintWide(&p[0], &level[0], m/8, 1, 0, 0, k.word)
			p = p[4*m:]
		}
	}
	l, rest := k.through(coverage)
	for ; len(p) >= 4; p = p[4:] {
		binary.LittleEndian.PutUint32(p, gatherExact(l+spread(binary.LittleEndian.Uint32(p))*rest))
	}
}

// span is the coverage of pixels by an interval along one axis: whole pixels from
// first to last−1 and a share, 0 to 1, of the pixel on either side.
type span struct {
	first, last   int
	before, after float64 // of pixels first−1 and last
}

// newSpan returns the coverage of [x0, x1) within pixels [low, high).
func newSpan(x0, x1 float64, low, high int) span {
	x0, x1 = max(x0, float64(low)), min(x1, float64(high))
	if !(x0 < x1) {
		return span{}
	}
	f0, f1 := math.Ceil(x0), math.Floor(x1)
	if f0 > f1 { // within one pixel
		return span{first: int(f0), last: int(f0), before: x1 - x0}
	}
	return span{first: int(f0), last: int(f1), before: f0 - x0, after: x1 - f1}
}

// rect draws the rectangle with its exact coverage, within the clip.
func (c *Canvas) rect(x0, y0, x1, y1 float64) {
	h := newSpan(x0, x1, c.clip.Min.X, c.clip.Max.X)
	v := newSpan(y0, y1, c.clip.Min.Y, c.clip.Max.Y)
	if h == (span{}) || v == (span{}) {
		return
	}
	if v.before > 0 {
		c.rectRows(h, v.first-1, v.first, v.before)
	}
	c.rectRows(h, v.first, v.last, 1)
	if v.after > 0 {
		c.rectRows(h, v.last, v.last+1, v.after)
	}
}

// rectRows draws rows of one share.
func (c *Canvas) rectRows(h span, from, to int, share float64) {
	before, full, after := coverage(h.before*share), coverage(share), coverage(h.after*share)
	k, n := c.ink, h.last-h.first
	for y := from; y < to; y++ {
		row := c.dst.Pix[y*c.dst.Stride:]
		if before > 0 {
			over(row[4*(h.first-1):], k, before)
		}
		if n == 1 { // the lines of a tree
			over(row[4*h.first:], k, full)
		} else if n > 0 {
			run(row[4*h.first:], n, k, full)
		}
		if after > 0 {
			over(row[4*h.last:], k, after)
		}
	}
}

func coverage(share float64) uint32 { return uint32(share*255 + 0.5) }

// manyPixels is how many pixels of a mask are worth a table of tints by coverage.
const manyPixels = 4096

// wideRow is how many pixels in a row are worth wide instructions.
const wideRow = 16

// A tint holds the amounts that a translucent ink adds to the lanes of a pixel at a coverage, times 255 and with the
// half that rounds, and the share of 255 that the ground keeps.
type tint struct{ lanes, rest uint64 }

// half rounds each lane of a pixel.
const half = 0x0080_0080_0080_0080

// blendMask draws c.ink through a mask that lies wholly within the clip, its first pixel at (x, y).
func (c *Canvas) blendMask(pix []uint8, stride, x, y, w, h int) {
	if wide && w >= wideRow {
		c.blendWide(pix, stride, x, y, w/8, h)
		if rest := w & 7; rest > 0 {
			c.blendSlowly(pix[w-rest:], stride, x+w-rest, y, rest, h)
		}
		return
	}
	c.blendSlowly(pix, stride, x, y, w, h)
}

// padded is the length of the rows of a mask for blendPadded.
func padded(w int) int { return (w + 7) &^ 7 }

// blendPadded is blendMask for a mask with room for eight times as many pixels in each row, empty ones behind the w it
// has.
func (c *Canvas) blendPadded(pix []uint8, stride, x, y, w, h int) {
	if n := (w + 7) / 8; wide && x+8*n <= c.clip.Max.X { // another goroutine may draw beyond the clip
		c.blendWide(pix, stride, x, y, n, h)
		return
	}
	c.blendSlowly(pix, stride, x, y, w, h)
}

// blendWide is blendMask for n times eight pixels in a row, with wide instructions.
func (c *Canvas) blendWide(pix []uint8, stride, x, y, n, h int) {
	last := (h-1)*stride + 8*n - 1 // both lie within their slices
	dst := c.dst.Pix[y*c.dst.Stride+4*x:][:(h-1)*c.dst.Stride+32*n]
	if _ = pix[last]; c.ink.a == 255 {
		opaqueWide(&dst[0], &pix[0], n, h, c.dst.Stride, stride, c.ink.word)
	} else {
		tintWide(&dst[0], &pix[0], n, h, c.dst.Stride, stride, c.ink.word)
	}
}

// blendSlowly is blendMask for any processor.
func (c *Canvas) blendSlowly(pix []uint8, stride, x, y, w, h int) {
	if c.ink.a != 255 && w*h >= manyPixels {
		c.tintMask(pix, stride, x, y, w, h)
		return
	}
	opaque, lanes := c.ink.a == 255, spread(c.ink.word)
	for ; h > 0; h-- {
		row := c.dst.Pix[y*c.dst.Stride+4*x:]
		for i := 0; i < w; i += 8 {
			var eight uint64 // pixels of the mask; empty ones are skipped at once
			if i+8 <= w {
				eight = binary.LittleEndian.Uint64(pix[i:])
			} else if i+8 <= len(pix) { // with pixels of the next row
				eight = binary.LittleEndian.Uint64(pix[i:]) & (1<<(8*(w-i)) - 1)
			} else {
				for j, m := range pix[i:w] {
					eight |= uint64(m) << (8 * j)
				}
			}
			for eight != 0 {
				j := bits.TrailingZeros64(eight) >> 3
				m := eight >> (8 * j) & 255
				eight &^= 255 << (8 * j)
				p := row[4*(i+j) : 4*(i+j)+4]
				switch {
				case !opaque: // over, without a call
					rest := uint64(255 - div255(uint32(c.ink.a)*uint32(m)))
					binary.LittleEndian.PutUint32(p, gatherExact(lanes*m+spread(binary.LittleEndian.Uint32(p))*rest))
				case m == 255:
					binary.LittleEndian.PutUint32(p, c.ink.word)
				default: // over, without a call
					share := m + m>>7
					binary.LittleEndian.PutUint32(p, gather(lanes*share+spread(binary.LittleEndian.Uint32(p))*(256-share)))
				}
			}
		}
		y++
		if h > 1 {
			pix = pix[stride:]
		}
	}
}

// tintMask is blendMask for a large mask and a translucent ink, most pixels of which may be covered.
func (c *Canvas) tintMask(pix []uint8, stride, x, y, w, h int) {
	var tints [256]tint
	for m := range tints {
		lanes, rest := c.ink.through(uint32(m))
		tints[m] = tint{lanes + half, rest}
	}
	for r := range h {
		row := c.dst.Pix[(y+r)*c.dst.Stride+4*x:][:4*w]
		mask := pix[r*stride:][:w]
		for ; len(mask) >= 8 && len(row) >= 32; mask, row = mask[8:], row[32:] {
			eight := binary.LittleEndian.Uint64(mask)
			for i := 0; eight != 0; i += 4 {
				p := row[i&31 : i&31+4 : i&31+4]
				t := &tints[uint8(eight)]
				eight >>= 8
				binary.LittleEndian.PutUint32(p, t.over(binary.LittleEndian.Uint32(p)))
			}
		}
		for i, m := range mask {
			p := row[4*i:][:4]
			binary.LittleEndian.PutUint32(p, tints[m].over(binary.LittleEndian.Uint32(p)))
		}
	}
}

// over lays the tint on a pixel, each lane rounded as in gatherExact.
func (t *tint) over(p uint32) uint32 {
	const low = 0x00FF_00FF_00FF_00FF
	l := t.lanes + spread(p)*t.rest
	l += l >> 8 & low
	return uint32(l>>8)&0x00FF00FF | uint32(l>>32)&0xFF00FF00
}
