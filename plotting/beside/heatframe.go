package beside

import (
	"image"
	"math"

	"example.org/espalier/plotting/ink"
)

// HeatResolution is the number of pixels per point of the layout in vector files where several
// cells share a pixel: 288 per inch.
const HeatResolution = 3.0

// A heatFrame is a cached picture of a heat map.
type heatFrame struct {
	key     heatKey
	image   *image.RGBA
	missing bool // some pixel holds no value
}

// heatKey identifies a frame; frames with equal keys are equal.
type heatKey struct {
	tree          *PreparedTree
	placement     *Placement
	width, height int     // pixels
	from, to      float64 // in units of the placement
}

// frame returns the picture of the rows between two heights of a placement, at most width×height
// pixels. A pixel is the mean of the cells it covers; if cells are larger than pixels, each row or
// column has one pixel. Pixels without a value are transparent. The image must not be modified.
func (h *Heat) frame(p *PreparedTree, q *Placement, from, to float64, width, height int) (*image.RGBA, bool) {
	h.Prepare()
	_, columns := h.Dims()
	key := heatKey{p, q, min(width, columns), height, from, to}
	if rows := int(math.Round(to - from)); q.Even && from == math.Trunc(from) && to == math.Trunc(to) && rows <= height {
		key.height = rows
	}
	h.mu.Lock()
	for _, f := range h.frames {
		if f.key == key {
			h.mu.Unlock()
			return f.image, f.missing
		}
	}
	h.mu.Unlock()
	m, missing := h.paint(key)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.frames = append([]heatFrame{{key, m, missing}}, h.frames...)
	if len(h.frames) > 3 {
		h.frames = h.frames[:3]
	}
	return m, missing
}

// paint fills the image of a key from the quantised matrix.
func (h *Heat) paint(key heatKey) (*image.RGBA, bool) {
	m := image.NewRGBA(image.Rect(0, 0, key.width, key.height))
	n, columns := h.Dims()
	if columns == 0 || key.width == 0 || key.height == 0 {
		return m, false
	}
	step := (key.to - key.from) / float64(key.height)
	missing := h.Shade(m, h.Scale.Map, 0, columns, func(y int) (low, high int) {
		low = key.placement.At(key.from + float64(y)*step + 1e-9*step)
		return low, max(key.placement.At(key.from+float64(y+1)*step-1e-9*step), low)
	}, func(rank int) []uint8 {
		row := int(key.tree.order[rank])
		if row >= n {
			return nil
		}
		return h.Levels[row*columns : (row+1)*columns]
	})
	return m, missing
}

// Shade paints the levels of columns side by side, from the first place, into an image. rows gives the ranks of the
// first and last line that row y of the image covers. line gives the levels of a rank, nil where there are none. It
// reports whether some pixel has no value.
func (h *Heat) Shade(m *image.RGBA, colouring *ink.ColorMap, first, columns int, rows func(y int) (low, high int),
	line func(rank int) []uint8) bool {
	if h.kinds != nil {
		return h.shadeKinds(m, h.Order[first:first+columns], rows, line)
	}
	var colours [256][4]uint8 // 0, a missing cell, stays transparent
	for i := 1; i < 256; i++ {
		c := colouring.At(float64(i-1) / 254)
		colours[i] = [4]uint8{c.R, c.G, c.B, 255}
	}
	width, height := m.Rect.Dx(), m.Rect.Dy()
	sums, counts := make([]uint32, columns), make([]uint32, columns)
	bounds := make([]int, width+1) // of columns in each pixel
	for x := range bounds {
		bounds[x] = x * columns / width
	}
	var shares [256]uint32 // 2²⁰ over the number of cells in a pixel: no division there
	for i := 1; i < len(shares); i++ {
		shares[i] = 1 << 20 / uint32(i)
	}
	missing := false
	before, until := -1, -1
	for y := range height {
		out := m.Pix[y*m.Stride : y*m.Stride+4*width]
		low, high := rows(y)
		if low == before && high == until {
			copy(out, m.Pix[(y-1)*m.Stride:])
			continue
		}
		before, until = low, high
		if low == high && width == columns {
			levels := line(low)
			for x, level := range levels {
				missing = missing || level == 0
				*(*[4]uint8)(out[4*x:]) = colours[level]
			}
			continue
		}
		clear(sums)
		clear(counts)
		// With many rows in one pixel, 32 of them, evenly spaced, give its mean to visible accuracy.
		stride := (high-low)/32 + 1
		added := uint32(0)
		for r := low; r <= high; r += stride {
			levels := line(r)
			if levels == nil {
				continue
			}
			added++
			addLevels(sums, levels)
			if h.Holes {
				countLevels(counts, levels)
			}
		}
		if !h.Holes {
			for x := range counts {
				counts[x] = added
			}
		}
		for x := range width {
			sum, count := uint32(0), uint32(0)
			for j := bounds[x]; j < bounds[x+1]; j++ {
				sum += sums[j]
				count += counts[j]
			}
			if count == 0 {
				missing = true
				continue
			}
			var mean uint32
			if count < uint32(len(shares)) {
				mean = (sum*shares[count] + 1<<19) >> 20
			} else {
				mean = (sum + count/2) / count
			}
			*(*[4]uint8)(out[4*x:]) = colours[mean]
		}
	}
	return missing
}

// addLevels adds a row of levels to sums of the same length.
func addLevels(sums []uint32, line []uint8) {
	sums = sums[:len(line)]
	for x, level := range line {
		sums[x] += uint32(level)
	}
}

// countLevels counts the cells of a row that hold a value.
func countLevels(counts []uint32, line []uint8) {
	counts = counts[:len(line)]
	for x, level := range line {
		counts[x] += (uint32(level) + 255) >> 8 // 0 for level 0, else 1
	}
}
