package raster

import (
	"encoding/binary"
	"image"
	"image/draw"
	"math"

	"gonum.org/v1/plot/vg"
)

// DrawImage implements vg.Canvas. The edges are moved to the pixel grid. Along an axis on which the
// image is enlarged, its pixels stay sharp; where it is shrunk, each pixel of the canvas is the
// mean of the pixels it covers. Under a rotation that is no multiple of a half turn, the nearest
// pixel is taken.
func (c *Canvas) DrawImage(rect vg.Rectangle, img image.Image) {
	b := img.Bounds()
	if b.Empty() || c.clip.Empty() {
		return
	}
	if c.m.B != 0 || c.m.C != 0 {
		c.drawTurned(rect, img)
		return
	}
	p, q := c.apply(rect.Min), c.apply(rect.Max) // bottom left and top right
	if math.IsNaN(p.x + p.y + q.x + q.y) {
		return
	}
	x0, x1 := imageEdges(min(p.x, q.x), max(p.x, q.x))
	y0, y1 := imageEdges(min(p.y, q.y), max(p.y, q.y))
	r := image.Rect(x0, y0, x1, y1)
	v := r.Intersect(c.clip)
	if v.Empty() {
		return
	}
	c.columns.compute(b.Dx(), x0, x1, v.Min.X, v.Max.X, q.x < p.x)
	c.rows.compute(b.Dy(), y0, y1, v.Min.Y, v.Max.Y, q.y > p.y)
	s := newSource(img, &c.columns, &c.rows)
	switch {
	case c.columns.nearest && c.rows.nearest:
		c.copyNearest(v, s)
	default:
		c.copyMean(v, s)
	}
}

// imageEdges rounds an interval to whole pixels, at least one.
func imageEdges(a, b float64) (int, int) {
	i, j := clampInt(math.Round(a)), clampInt(math.Round(b))
	if i == j {
		i = clampInt(math.Floor((a + b) / 2))
		j = i + 1
	}
	return i, j
}

// source gives the rows of an image as premultiplied pixels, 4 bytes each.
type source struct {
	pix    []uint8
	stride int
	x0, y0 int // of the image's pixels at pix[0]
}

// newSource uses the memory of an *image.RGBA, and otherwise a copy of the part needed.
func newSource(img image.Image, columns, rows *weights) source {
	b := img.Bounds()
	if m, ok := img.(*image.RGBA); ok {
		return source{pix: m.Pix[m.PixOffset(b.Min.X, b.Min.Y):], stride: m.Stride}
	}
	part := image.Rect(columns.low, rows.low, columns.high, rows.high).Add(b.Min)
	m := image.NewRGBA(part)
	draw.Draw(m, part, img, part.Min, draw.Src)
	return source{pix: m.Pix, stride: m.Stride, x0: columns.low, y0: rows.low}
}

// row returns the pixels of row y from column x0 on.
func (s source) row(y int) []uint8 { return s.pix[(y-s.y0)*s.stride:] }

// weights says which pixels of an image make up each visible pixel of the canvas along an axis, and
// in which shares.
type weights struct {
	nearest bool    // one each, of full weight
	first   []int32 // for each pixel of the canvas; one more at the end
	index   []int32 // of a pixel of the image
	share   []uint32
	low     int // the range of indices, high excluded
	high    int
}

// whole is the sum of shares of a pixel: four times 255 times it fits 64 bits by 16.
const whole = 256

// compute fills w for n pixels of an image that cover [x0, x1) of the canvas, of which [v0, v1) is
// visible; turned reverses the direction.
func (w *weights) compute(n, x0, x1, v0, v1 int, turned bool) {
	w.first, w.index, w.share = w.first[:0], w.index[:0], w.share[:0]
	w.low, w.high = n, 0
	size := x1 - x0
	w.nearest = n <= size
	ratio := float64(n) / float64(size)
	for x := v0; x < v1; x++ {
		w.first = append(w.first, int32(len(w.index)))
		k := x - x0
		if turned {
			k = size - 1 - k
		}
		if w.nearest {
			i := min(int((float64(k)+0.5)*ratio), n-1)
			w.add(i, whole)
			continue
		}
		// The shares are differences of rounded sums, so that they add up exactly.
		a, b := float64(k)*ratio, min(float64(k+1)*ratio, float64(n))
		done := uint32(0)
		for i := int(a); i < n && float64(i) < b; i++ {
			sum := uint32((min(float64(i+1), b)-a)/(b-a)*whole + 0.5)
			if sum > done {
				w.add(i, sum-done)
				done = sum
			}
		}
	}
	w.first = append(w.first, int32(len(w.index)))
}

func (w *weights) add(i int, share uint32) {
	w.index = append(w.index, int32(i))
	w.share = append(w.share, share)
	w.low, w.high = min(w.low, i), max(w.high, i+1)
}

// copyNearest draws an image that is shrunk along neither axis; repeated rows are copied.
func (c *Canvas) copyNearest(v image.Rectangle, s source) {
	before := int32(-1)
	opaque := false
	for y := v.Min.Y; y < v.Max.Y; y++ {
		out := c.dst.Pix[y*c.dst.Stride+4*v.Min.X:][:4*v.Dx()]
		i := c.rows.index[y-v.Min.Y]
		if i == before && opaque {
			copy(out, c.dst.Pix[(y-1)*c.dst.Stride+4*v.Min.X:][:4*v.Dx()])
			continue
		}
		before, opaque = i, true
		row := s.row(int(i))
		for _, x := range c.columns.index {
			word := binary.LittleEndian.Uint32(row[4*(int(x)-s.x0):])
			if word>>24 == 255 {
				binary.LittleEndian.PutUint32(out, word)
			} else {
				opaque = false
				overWord(out, word)
			}
			out = out[4:]
		}
	}
}

// copyMean draws an image that is shrunk along at least one axis: it sums rows of the image to a
// row of the canvas, then shrinks that row.
func (c *Canvas) copyMean(v image.Rectangle, s source) {
	n, low, high := v.Dx(), c.columns.low, c.columns.high
	if cap(c.sums) < high-low {
		c.sums = make([]uint64, high-low)
	}
	sums := c.sums[:high-low]
	before, opaque := int32(-1), false
	for y := v.Min.Y; y < v.Max.Y; y++ {
		out := c.dst.Pix[y*c.dst.Stride+4*v.Min.X:][:4*n]
		from, to := c.rows.first[y-v.Min.Y], c.rows.first[y-v.Min.Y+1]
		if c.rows.nearest {
			if c.rows.index[from] == before && opaque {
				copy(out, c.dst.Pix[(y-1)*c.dst.Stride+4*v.Min.X:][:4*n])
				continue
			}
			before = c.rows.index[from]
		}
		for j := from; j < to; j++ {
			row := s.row(int(c.rows.index[j]))[4*(low-s.x0):]
			addRow(sums, row, uint64(c.rows.share[j]), j == from)
		}
		if c.columns.nearest {
			opaque = true
			for _, x := range c.columns.index {
				word := gather(sums[int(x)-low])
				opaque = opaque && word>>24 == 255
				overWord(out, word)
				out = out[4:]
			}
			continue
		}
		for k := range sums {
			sums[k] = spread(gather(sums[k]))
		}
		opaque = c.shrinkRow(out, sums)
	}
}

// addRow adds share times the row to sums, or puts it there.
func addRow(sums []uint64, row []uint8, share uint64, put bool) {
	row = row[:4*len(sums)]
	if put {
		for k := range sums {
			sums[k] = spread(binary.LittleEndian.Uint32(row[4*k:])) * share
		}
		return
	}
	for ; len(sums) >= 2 && len(row) >= 8; sums, row = sums[2:], row[8:] { // two pixels a load
		w := binary.LittleEndian.Uint64(row)
		sums[0] += spread(uint32(w)) * share
		sums[1] += spread(uint32(w>>32)) * share
	}
	if len(sums) == 1 {
		sums[0] += spread(binary.LittleEndian.Uint32(row)) * share
	}
}

// shrinkRow draws a row of the image, given in lanes, and reports whether it was opaque.
func (c *Canvas) shrinkRow(out []uint8, row []uint64) bool {
	w, opaque := &c.columns, true
	from := w.first[0]
	for _, to := range w.first[1:] {
		sum := uint64(0)
		index, share := w.index[from:to], w.share[from:to]
		for j, x := range index {
			sum += row[int(x)-w.low] * uint64(share[j])
		}
		word := gather(sum)
		opaque = opaque && word>>24 == 255
		overWord(out, word)
		out = out[4:]
		from = to
	}
	return opaque
}

// drawTurned draws an image under any map by looking up the nearest of its pixels.
func (c *Canvas) drawTurned(rect vg.Rectangle, img image.Image) {
	b := img.Bounds()
	x0, y0, x1, y1 := c.m.Box(rect)
	v := image.Rect(clampInt(math.Floor(x0)), clampInt(math.Floor(y0)), clampInt(math.Ceil(x1)),
		clampInt(math.Ceil(y1))).Intersect(c.clip)
	det := c.m.A*c.m.D - c.m.B*c.m.C
	size := rect.Size()
	if v.Empty() || det == 0 || !(size.X > 0) || !(size.Y > 0) {
		return
	}
	all := weights{low: 0, high: b.Dx()}
	down := weights{low: 0, high: b.Dy()}
	s := newSource(img, &all, &down)
	for y := v.Min.Y; y < v.Max.Y; y++ {
		out := c.dst.Pix[y*c.dst.Stride+4*v.Min.X:]
		for x := v.Min.X; x < v.Max.X; x, out = x+1, out[4:] {
			dx, dy := float64(x)+0.5-c.m.E, float64(y)+0.5-c.m.F
			ux, uy := (c.m.D*dx-c.m.C*dy)/det, (c.m.A*dy-c.m.B*dx)/det
			i := int(math.Floor((ux - float64(rect.Min.X)) / float64(size.X) * float64(b.Dx())))
			j := int(math.Floor((float64(rect.Max.Y) - uy) / float64(size.Y) * float64(b.Dy())))
			if i < 0 || j < 0 || i >= b.Dx() || j >= b.Dy() {
				continue
			}
			overWord(out, binary.LittleEndian.Uint32(s.row(j)[4*i:]))
		}
	}
}
